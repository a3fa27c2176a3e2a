"""How a sentence is parsed, step by step."""
