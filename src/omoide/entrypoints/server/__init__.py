"""The resident server: one process per data home that keeps everything warm for hooks and commands.

presence    who is the server of a home: its lock, its socket, how it is asked, started and stopped
listening   connections, and the few words that go over them
answering   what each hook is answered
worker   what is worked off when nobody waits
"""
