"""A parser that is trained again, interrupted, or asked for one thing after another stays whole."""

import gc

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.ensemble import Cascade, Reparsing, Voting
from treewright.training.callbacks import Callbacks


def trained(count=8, **settings):
    parser = tw.Parser(**{"preset": "fast", "epochs": 2, "seeds": 1, **settings})
    parser.train(own_sentences(count))
    return parser


def test_a_failed_second_training_leaves_no_old_weights_with_new_labels(tmp_path):
    parser = trained()
    with pytest.raises(tw.ModelError):
        parser.train(own_sentences(1), checkpoint=tmp_path / "absent" / "x")
    with pytest.raises(tw.ModelError, match="this parser has no weights yet"):
        parser(own_sentences(1)[0])
    parser.train(own_sentences(2))
    assert len(parser(own_sentences(1)[0])) > 0


def test_constraints_do_not_leak_into_the_next_batch():
    parser = trained(beam=2, strategy="early-update")
    sentences = own_sentences(2)
    batch = next(iter(parser.prepared([[sentences[0]]], constraints=lambda s: tw.Constraints().head(1, len(s)))))
    decoder = parser.new_decoder()
    free = decoder.decode(sentences)
    bound = decoder.decode(batch.sentences, batch.givens)
    assert bound.heads[0] == len(sentences[0])
    again = decoder.decode(sentences)
    assert list(again.heads) == list(free.heads) and list(again.labels) == list(free.labels)


def test_a_search_mends_without_its_parser():
    parser = trained(features="atoms", facts=0.99)
    sentences = list(own_sentences(60))
    kept = [parser.new_search().parse(s) for s in sentences]
    search = parser.new_search()
    del parser
    gc.collect()
    assert [search.parse(s) for s in sentences] == kept


def test_a_callback_may_end_training_without_dev_data():
    class Enough(Callbacks):
        def on_epoch_end(self, loop, epoch, row):
            loop.epochs = epoch

    parser = tw.Parser(preset="fast", epochs=9, seeds=1)
    assert len(parser.train(own_sentences(3), callbacks=Enough())) == 1 and parser.evaluate(own_sentences(3)).las > 10


def test_a_fitted_classifier_without_an_instance():
    class Nothing(Callbacks):
        def on_sentence(self, loop, number):
            return False

    parser = tw.Parser(classifier="nearest-neighbours")
    with pytest.raises(tw.InputError, match="seen no decision to learn from"):
        parser.train(own_sentences(3), callbacks=Nothing())


def test_dev_data_without_the_tags_to_be_scored():
    blank = [tw.Sentence.from_words([{"form": word.form} for word in sentence]) for sentence in own_sentences(2)]
    with pytest.raises(tw.InputError, match="dev data: seen no upos, expected it on some word"):
        tw.Tagger("upos", {"epochs": 1}).train(own_sentences(4), blank)


def test_ensembles_do_not_lose_tags():
    parser = trained(system="arc-hybrid", joint_tags="upos")
    for ensemble in (Reparsing, Cascade):
        with pytest.raises(tw.SettingsError, match="parser 1 has a choice of tags"):
            ensemble([parser])


def test_votes_of_what_is_no_parser():
    for given in (["x"], [Voting([trained(2, beam=2, strategy="early-update")])]):
        with pytest.raises(tw.SettingsError, match=r"voting: seen .* as parser 1, expected a parser"):
            Voting(given)
