"""Tasks that other programs do: tools of MCP servers, operations of hosted services, and our own tasks as an MCP server."""
