"""What we ask a model.

One module per question: its dataclass, its answer's schema, `render()` in ja and en, `parse()`.

ask         what every question has in common
"""
