"""Care of the home: plugs.

backup_list     where backups of a home were written, so that an erasure can name those that still hold what it erased
private_files   files and folders that only their owner can read
"""
