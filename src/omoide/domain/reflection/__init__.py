"""What the persona makes of its days at night: values and pure rules.

by_rules     a reflection without a model: plain, and true to what was said
erased       the dream diary without erased words
insight      an entry of the dream diary, and the seed's `insights.json`
levels       how deeply it is reflected: on a day, a week, a month
reflecting   what is shown to whoever reflects, and what comes back
"""
