"""What is kept on disk: model files, checkpoints, files that appear only when they are complete."""
