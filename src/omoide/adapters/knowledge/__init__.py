"""Knowledge: the files that documents are read from.

csv_rows     tables: each row with the names of its columns
docx         Word: paragraphs and headings, out of a package that is never unpacked beyond its limits
files        finding files, and opening them so that nothing in a folder can hang or mislead us
html         pages: what a reader would see of them, streaming
json_values  JSON: its values with their keys, streaming
pdf          PDF: page by page
reading      one file while it is read
texts        plain text and Markdown, in whatever encoding
"""
