"""Knowledge, in SQL.

chunks      chunks that belong to a document now
documents   documents, put in portions and known all at once
naming      documents that hold what was erased
tables      what is kept of documents
"""
