"""Which transitions are to blame for wrong trees."""
