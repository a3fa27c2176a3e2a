"""A pre-trained transformer as a further input of an encoder: its folder, its pieces, its states and the mix of its layers."""
