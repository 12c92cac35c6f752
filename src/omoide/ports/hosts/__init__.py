"""Hosts of conversations, such as Claude Code: what is needed of the world.

hook_settings   the settings of a host, in which hooks are installed
imports         imports that were handed in, to be done beside the talk
places          where a persona has listened to a host
session_logs    a host's session logs, and where it is kept how far they have been read
spool           events of hooks that wait until they have been taken in
"""
