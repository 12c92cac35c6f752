"""The resident server: one process per data home that keeps everything warm for hooks and commands.

answering     what each hook is answered: memories for a prompt, a look back at the start, a nod for the rest
arenas        a process that runs for weeks gives memory back
background    what hooks have spooled is taken in, and what waits is worked off, while nobody waits for an answer
control       who is the server of a home: asked over its socket, started when there is none, stopped in good order
listening     one request each, a line of words and a body; the answer likewise
login_units   units by which the system starts the server at login: systemd on Linux, launchd on macOS
pace          how much a prompt can be given when many wait
"""
