"""Show what is in a model file (only its header is read), and verify that it parses as it did when it was made."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from treewright.command_line import own_parts
from treewright.command_line.messages import Messages, counted
from treewright.errors import ModelError
from treewright.escaped_text import LINE_FEED, escaped, escaped_json
from treewright.settings import IDLE, SETTINGS, Table, to_toml, value_of
from treewright.settings.declared import CONSTITUENTS, WITHOUT_TRANSITIONS

if TYPE_CHECKING:
    from treewright.storage.model_file import ModelFile

USAGE = "MODEL [--verify] [--system MODULE:CLASS] [--classifier MODULE:CLASS] [--decoder MODULE:CLASS] [--settings | --json]"
EXAMPLES = """\
examples:
  treewright info model.tw
  treewright info model.tw --verify
  treewright info english
  treewright info model.tw --settings > again.toml
  treewright info model.tw --json
"""
APART = ("settings", "sections", "examples", "tag_trigrams", "stages", "members", "names", "weights")  # shown in their own way
LONG = 12  # a list with more items is shown by its length and its first ones


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright info`."""
    parser.add_argument("model", metavar="MODEL", help="a file written by treewright train, or english: the model in the box")
    parser.add_argument("--verify", action="store_true", help="check the weights and parse the stored sentences again")
    parser.add_argument("--settings", action="store_true", help="print the settings alone, as TOML for --settings")
    parser.add_argument("--json", action="store_true", help="print the header as JSON")
    own_parts.add_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print the header; with --verify, load the model and compare."""
    from treewright.storage.box import opened
    from treewright.storage.model_file import loading

    with opened(arguments.model) as file:
        header = file.header
        if arguments.settings:
            with loading(file.path):
                text = to_toml(header["settings"])
            print(escaped(text, keep=LINE_FEED), end="")
            return 0
        own_parts.find_in_current_folder()
        verified = _verify(arguments, file) if arguments.verify else None
    if arguments.json:
        more = {} if verified is None else {"verified_sentences": verified}
        print(escaped_json(json.dumps({**header, **more}, indent=1, ensure_ascii=False)))
        return 0
    with loading(file.path):
        shown = lines(header)
    for line in shown:
        print(escaped(line, keep=LINE_FEED))
    if verified is not None:
        print(f"verified: {verified} stored sentences parsed again, all the same")
    return 0


def lines(header: dict[str, Any]) -> list[str]:
    """The header for people: one line for each short thing, one block for the settings."""
    shown = []
    trees = _system(header) in CONSTITUENTS
    for key, value in header.items():
        if key in APART or (key == "root_label" and trees):
            continue
        if key == "lifted_labels":  # numbers that say nothing to people
            value = f"{len(value)} more labels within the parser, for {header['settings']['training']['pseudo_projective']}"
        if key == "root_label" and isinstance(value, int) and 0 <= value < len(header.get("labels", ())):
            value = header["labels"][value]
        if key == "heads" and trees:
            value = _head_categories(value, header["labels"])
        if key == "facts" and isinstance(value, dict):  # tables of numbers
            value = f"what {counted(len(value.get('tags', ())), 'tag')} and the labels allow in a tree"
        if key == "confidence" and isinstance(value, dict):  # weights and curves
            value = f"of each {', '.join(value.get('answers', ()))}, learnt from {counted(value.get('words', 0), 'word')}"
        if key == "transformer" and isinstance(value, dict):
            value = _transformer(value)
        shown.append(f"{escaped(key).replace('_', ' ')}: {_short(value)}")
    for number, stage in enumerate(header.get("stages", ()), 1):
        shared = ", over the encoder of the parser" if _is_shared(stage, header) else ""
        shown += [f"stage {number}: {_stage(stage)}{shared}", *_members(stage)]
    shown += _members(header)
    if "examples" in header:
        shown.append(f"examples: {len(header['examples'])} sentences for --verify")
    for name, said in header["sections"].items():
        size = f"{said['bytes'] / 1e6:.1f} MB in {counted(len(said['arrays']), 'array')}"
        shown.append(f"section {escaped(name)}: {size}, SHA-256 {escaped(str(said['sha256']))}")
    if "settings" in header:
        shown += ["", *_settings(header["settings"])]
    return shown


def _settings(settings: Table) -> list[str]:
    """The settings as TOML, without those that a decoder of ours does not read."""
    decoder = value_of(settings, "search.decoder")
    if decoder not in WITHOUT_TRANSITIONS:
        return [to_toml(settings).rstrip("\n")]
    flat = {name: value_of(settings, name) for name in SETTINGS}
    unread = {rule.first for rule in IDLE if rule.second == "search.decoder" and not rule.item and rule.broken(flat)}
    read = {
        part: {name: value for name, value in values.items() if f"{part}.{name}" not in unread}
        for part, values in settings.items()
    }
    return [f"# without what the decoder {decoder} does not read; --settings prints all", to_toml(read).rstrip("\n")]


def _transformer(said: dict[str, Any]) -> str:
    """What kind of transformer a network has in it, and how large it is."""
    size = f" of {said['size']}" if said.get("size") else ""
    millions = f"{said['weights'] / 1e6:,.1f} million weights"
    return f"{escaped(str(said['family']))}, {counted(said['layers'], 'layer')}{size}, {millions}"


def _head_categories(ranks: dict[str, Any], labels: list[str]) -> str:
    """Labels and tags of children by how likely they are heads; those of rank 0 are never preferred."""
    pairs = [*zip(ranks["labels"], labels, strict=False), *((rank, tag) for tag, rank in ranks["tags"].items())]
    names = [name for rank, name in sorted(pairs, reverse=True) if rank]
    return f"of constituents, by labels and tags, the likeliest first: {_short(names)}" if names else "not known"


def _system(header: dict[str, Any]) -> str:
    """The transition system of a parser, as its header says."""
    settings = header.get("settings", {})
    return str(settings["system"]["name"]) if isinstance(settings, dict) and "system" in settings else ""


def _stage(stage: dict[str, Any]) -> str:
    """A stage of a pipeline, or a member of an ensemble, in one line."""
    tagging = "lemmatizer" if stage.get("target") == "lemma" else f"{stage['kind']} of {stage.get('target')}"
    said = [escaped(tagging if "target" in stage else str(stage["kind"]))]
    if "characters" in stage:
        said.append("decides about each character" if stage["characters"] else "decides about runs of letters and digits")
    if "splitter" in stage:
        said.append(counted(len(stage["splitter"]["always"]), "known multiword token"))
    for key, thing in (("labels", "label"), ("known_labels", "known word"), ("templates", "template")):
        if stage.get(key):
            said.append(counted(len(stage[key]), thing))
    if isinstance(stage.get("transformer"), dict):
        said.append(f"with a transformer ({_transformer(stage['transformer'])})")
    if "training_data" in stage:
        data = stage["training_data"]
        said.append(f"learnt from {counted(data['sentences'], 'sentence')} of {counted(data['words'], 'word')}")
    return ", ".join(said)


def _is_shared(stage: dict[str, Any], header: dict[str, Any]) -> bool:
    """Whether a stage of a pipeline is a tagger without an encoder of its own."""
    if "target" not in stage:
        return False
    from treewright.pipeline.stages import shares

    return shares(str(stage["target"]), header["settings"])


def _members(header: dict[str, Any]) -> list[str]:
    """The members of an ensemble, one line each."""
    said = zip(*(header.get(name, ()) for name in ("names", "weights", "members")), strict=True)
    return [
        f"member {number}: {escaped(name)}, weight {weight:g}, {_stage(member)}"
        for number, (name, weight, member) in enumerate(said, 1)
    ]


def _short(value: Any) -> str:
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, dict):
        return ", ".join(f"{escaped(name)} {_short(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        dots = ", ..." if len(value) > LONG else ""
        return f"{len(value)} ({', '.join(_short(item) for item in value[:LONG])}{dots})" if value else "none"
    return json.dumps(value)


def _verify(arguments: argparse.Namespace, file: ModelFile) -> int:
    """The number of stored sentences, all of which must be parsed as they are stored."""
    from treewright import load
    from treewright.treebank import read

    path, header = file.path, file.header
    file.read(verify=True)
    parser = load(file, **own_parts.given_parts(arguments, [file])[0])
    examples = header.get("examples") or []
    if not examples:
        raise ModelError(f"{path}: seen no stored sentences, expected some to parse again")
    for number, text in enumerate(examples, 1):
        for sentence in read(text.encode()):
            again = parser(sentence)
            if again != sentence:
                old, new = (parser.text_of(one).split("\n") for one in (sentence, again))
                pairs = enumerate(zip(old, new, strict=False))
                row = next((i for i, pair in pairs if pair[0] != pair[1]), min(len(old), len(new)) - 1)
                raise ModelError(
                    f"{path}: stored sentence {number} of {len(examples)} is parsed differently: "
                    f"seen {new[row]!r}, expected {old[row]!r}"
                )
    return len(examples)
