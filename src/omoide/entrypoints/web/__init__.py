"""What all doors over the wire share.

Each such door has a package of its own beside this one, whose `door.mount(app, home)` adds it to an application; none knows another.

addresses     under which names we may be asked for, and from which pages
app           one application of all doors: `web_app(home, doors=…)`
audit_trail   who did what, written down beside the requests
bodies        requests that are too long, or do not arrive
caller        who asks, and what they may do
credentials   the key that comes with a request, and only where it may come
guard         stands before all doors: who asks, from where, how much, how often
problems      errors as problem+json (RFC 9457)
rates         how often refused keys are noted
replies       what goes back: with its request id, and cut off when a key is revoked
segments      names in addresses, whatever they hold
serving       `omoide serve --http`: listening until it is stopped
"""
