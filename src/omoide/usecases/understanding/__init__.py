"""What is made of a turn: the verbs.

digest          a turn becomes a memory, and changes what the persona believes, feels and is talking about
digest_report   what a run of digesting did, event by event
gather          what whoever digests a turn may see: a bounded part of the past, whatever its length
held            what is held open while a portion is digested: read once, then kept up with what changes
remember        what a turn felt like becomes a memory on its way into the store
while_away      what waits is worked off in small portions, off the reply's path
"""
