"""Generated files: starters from references, expected outputs from inputs."""
