"""Whether confidences are true."""
