"""What the kit writes itself: starters from references, expected outputs from inputs."""
