"""Layers of trained networks in numpy and C, without PyTorch: an LSTM, products with a matrix, a hidden layer and scores."""
