import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createFakeMcpServer } from './server.ts'

/** `node fakes/mcp/stdio.ts`: the fake as a host would start it. */
await createFakeMcpServer().connect(new StdioServerTransport())
