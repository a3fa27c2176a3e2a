"""Networks: trained with PyTorch, run without it."""
