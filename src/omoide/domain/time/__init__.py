"""When things happened: values and pure rules.

appointment       a memory about a day to come does not fade before that day has passed
moment            Instants and days
period            the stretches of time that a cue asks for: `on May 3, 2023`, `2025年10月`, `先月`, `two weeks ago` …
simulated_clock   a clock that moves only when told to: for tests, and for people who want to see a year in a minute
timeline          when things were, from what people say: 昨日, 先週の金曜, 高3の夏, 2018年ごろ, last spring, when I was in …
"""
