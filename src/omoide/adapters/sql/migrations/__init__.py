"""Alembic migrations, packaged with the wheel and run on open."""
