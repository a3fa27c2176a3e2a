"""The biaffine parser, which scores all arcs and finds the best tree (Dozat and Manning 2017).

`BiaffineDecoder` parses, `BiaffineLearner` learns with PyTorch (the layers: `BiaffineNet`), `BiaffineModel` scores without it.
"""
