"""Jobs on DBOS: one file beside the data home, or PostgreSQL for many machines.

book       the jobs, over the engine's client
runner     works through them, in this process
places     where the engine's own database lies
presence   which workers are alive
plain      what is written down of a job: numbers and single words
"""
