"""The HTTP API: everything the library can do, under `/v1`.

asked       whose mind is meant, and whether whoever asks may
described   what the API's own document says of answers and errors
door        adds the API to an application
etags       which version is meant: ETag and If-Match
following   work that goes on while nobody waits, followed as server-sent events
pages       long lists in portions, each with a cursor to the next
schemas     what goes in and out, as pydantic models; the client is made of them too
sent_back   a file that is written while it is sent
sent_files  files that somebody sent, while they are read
sleeping    sleeps that go on while nobody waits, and how far they are
working     long work that was begun here: imports, re-embedding
routes      the addresses, by subject
"""
