"""What learns, with weights that are large enough to tell networks apart that should score alike."""

import torch


def give_large_weights(learner):
    """Draw all weights of a learner, as if it had learnt them."""
    with torch.no_grad():
        for weights in learner.net.parameters():
            weights.copy_(torch.randn_like(weights) * 0.3)
        for table in learner.net.encoder.tables.values():
            table.weight[0] = 0.0  # what is absent has no vector
        learner.optimisation.settle()


def worker_with_large_weights(parser, sentences):
    """A worker and its learner, without dropout."""
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    give_large_weights(learner)
    learner.drop = dict.fromkeys(learner.drop, 0.0)
    learner.net.encoder.drop = learner.drop
    return worker, learner
