"""The door for MCP clients: tools, resources and prompts of one persona.

Needs the extra `omoide[mcp]`; `access`, `resources`, `prompts` and `launch` do without.

access      whose mind a client is given, and what it may do with it
server      one persona as an MCP server: what is listed, called, read
resources   texts that a client may read by address: `omoide://haru/today`
prompts     prompts that a client may offer its user: `context`
stdio       the server on standard input and output: `omoide mcp`
door        the server over HTTP, one address per persona: `/mcp/haru`
launch      starts `omoide mcp` for a plugin, with the interpreter that has the package (standard library only)
"""
