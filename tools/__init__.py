"""What makes data and checks."""
