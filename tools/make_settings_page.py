"""Writes docs/settings.md from the table of settings, so that the page is always up to date."""

from __future__ import annotations

import argparse
from pathlib import Path

from treewright.settings import ALIASES, IDLE, IMPLIED, IMPOSSIBLE, PRESETS, SETTINGS, SUITED, TABLES, Setting, Value

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
INTRODUCTION = """\
# All settings

<!-- made by tools/make_settings_page.py (make settings-page); do not edit by hand -->

A setting belongs to one part. It has a dotted name, the same everywhere:

- on the command line `--search.beam 16`; common settings have a short flag too (`--beam 16`),
- in a settings file one TOML table for each part, given with `--settings my.toml`,
- in Python `Parser({"search": {"beam": 16}})`, `Parser({"search.beam": 16})` or short `Parser(beam=16)`.

Flags override the settings file, which overrides the preset, which overrides the defaults. `treewright train --print-settings`
shows the result. It is a file of all settings: with it, a preset has no effect and a system does not bring its templates. A
warning says so, and which lines to leave out. The model file stores the resolved settings
(`treewright info model.tw --settings`). An unknown name or a wrong value is refused, with the nearest name or the choices.
"""
SUITING = """\
Systems differ in which tokens their arcs join. If `features.templates` is not given, these systems replace the set of the
default and of `--preset fast` ([why](accuracy.md#templates-for-each-system)); others add a group (`features.options`, next
section).
"""
TITLES = {
    "system": "transition system",
    "oracle": "oracle",
    "features": "features",
    "classifier": "classifier",
    "search": "search",
    "training": "training strategy and loop",
    "ensemble": "several parsers as one model",
}


def page() -> str:
    """The whole page."""
    lines = [INTRODUCTION]
    for part in TABLES:
        lines += [f"## [{part}] {TITLES.get(part, part)}", "", "| setting | default | values | meaning |"]
        lines += ["|---|---|---|---|"]
        lines += [row(name, setting) for name, setting in SETTINGS.items() if name.startswith(part + ".")]
        lines.append("")
    lines += ["## Presets", ""]
    for name, tables in PRESETS.items():
        values = [f"`{part}.{key} = {shown(value)}`" for part, table in tables.items() for key, value in table.items()]
        lines.append(f"- `--preset {name}`: " + (", ".join(values) or "the defaults"))
    lines += ["", "## Templates that suit a system", "", SUITING]
    bases = list(dict.fromkeys(base for base, _ in SUITED))
    lines += ["| system | " + " | ".join(f"in place of `{base}`" for base in bases) + " |", "|---" * (1 + len(bases)) + "|"]
    for system in dict.fromkeys(system for _, system in SUITED):
        suited = (f"`{SUITED[base, system]}`" if (base, system) in SUITED else "" for base in bases)
        lines.append(f"| `{system}` | {' | '.join(suited)} |")
    lines += ["", "## Defaults that follow from another setting", ""]
    causes: dict[tuple[str, str, Value], list[str]] = {}
    for cause, value, name, implied in IMPLIED:
        causes.setdefault((cause, name, implied), []).append(shown(value))
    for (cause, name, implied), values in causes.items():
        lines.append(f"- `{cause} = {' or '.join(values)}` gives `{name} = {shown(implied)}`, unless it is set")
    lines += ["", "## Combinations that are refused", ""]
    for rule in IMPOSSIBLE:
        lines.append(f"- `{rule.first}` and `{rule.second}`: {rule.reason}; use {rule.instead}")
    lines += ["", "## Settings that have no effect with another one (a warning says so)", ""]
    idle: dict[tuple[str, str], list[str]] = {}
    for rule in IDLE:
        idle.setdefault((rule.second, rule.reason), []).append(f"`{rule.first}`")
    for (second, reason), names in idle.items():
        lines.append(f"- {', '.join(names)} beside `{second}`: {reason}")
    lines += ["", "## Other names", ""]
    for name, aliases in ALIASES.items():
        lines += [f"- `{name} = {alias}` means `{target}`" for alias, target in aliases.items()]
    return "\n".join(lines) + "\n"


def row(name: str, setting: Setting) -> str:
    """One setting as a row of the table."""
    short = setting.short.replace("_", "-")
    flag = f"<br>`--{short}`" if short else ""
    flag += f", `--no-{short}`" if short and setting.type is bool else ""
    values = setting.expected.replace("|", "\\|")
    return f"| `{name}`{flag} | `{shown(setting.default) or ' '}` | {values} | {setting.help} |"


def shown(value: Value) -> str:
    """A value as in a settings file, without quotation marks."""
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")
