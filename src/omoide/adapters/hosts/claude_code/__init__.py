"""Claude Code's own files: session logs, settings, and the projects that want to be left alone.

log_files     which session logs there are
projects      which projects want to be left alone, as the owner or the folders themselves say
settings      Claude Code's settings.json on the disk
transcripts   reading session logs as streams: from where the last reading stopped, one line at a time
"""
