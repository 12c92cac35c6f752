"""Care of the home: values and pure rules.

archive     a whole mind as one portable file: what its manifest says
finding     what a check of everything found
moved       what a move of a home's database to another place has done
residency   which minds leave memory when there is not room for all
trouble     why one persona's work does not go on, and when it is tried again
"""
