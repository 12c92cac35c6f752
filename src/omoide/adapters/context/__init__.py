"""What composing a context needs of the world outside.

counting   tokens by vocabularies that come inside a package, and an estimate where there is none
"""
