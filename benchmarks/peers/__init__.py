"""Side by side with other parsers."""
