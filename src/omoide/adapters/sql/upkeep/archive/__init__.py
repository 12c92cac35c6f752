"""A whole mind as one file: written row by row, checked, and taken in by an empty persona, of this or another database.

contents   which tables are in an archive, which are not and why, and whose rows they are
export     writes an archive, while others go on writing
numbers    numbers of rows, wherever they stand, counted from the persona's first; and back
packed     the zip itself: written as it comes, and checked before anything of it is believed
take_in    puts an archive's rows into the database, all together or not at all
values     a row as a line of JSON: moments as ISO 8601 in UTC, bytes as base64
"""
