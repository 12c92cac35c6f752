"""Sleep: what is needed of the world.

store          where reports of sleeps are kept, also of one that is under way
lock           one persona is never in two sleeps
stage_traces   what a stage leaves behind in its room, by which it can be taken back
"""
