"""The report of an evaluation as a web page."""
