"""What was measured once to decide something."""
