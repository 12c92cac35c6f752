"""What a turn changes in what is believed, liked and talked about, as far as it can be told without a model.

plan_by_rules   a write plan for a turn                 said_states     what is said in so many words
clauses         sentences, and whose they are           acquaintance    who is known when it is read
tastes          likes and dislikes said plainly         self_facts      facts about the user, family and animals
errands         tasks, and that they are done           dues            by when an errand is due
names           people, organisations, places, projects, tools
told_beliefs    facts in the persona's own voice        linking         which earlier turns it belongs to
"""
