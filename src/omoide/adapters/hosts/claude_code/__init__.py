"""Claude Code's own files: session logs, settings, and the projects that want to be left alone."""
