"""The HTTP API: everything the library can do, under `/v1`.

asked       whose mind is meant, and whether whoever asks may
described   what the API's own document says of answers and errors
door        adds the API to an application
etags       which version is meant: ETag and If-Match
pages       long lists in portions, each with a cursor to the next
schemas     what goes in and out, as pydantic models; the client is made of them too
sleeping    sleeps that go on while nobody waits, and how far they are
routes      the addresses, by subject
"""
