"""Moving a home to another database."""
