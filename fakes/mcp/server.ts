import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** A host's server with one tool that reads, one that fails, and one whose name is too long for models. */
export function createFakeMcpServer(): McpServer {
  const server = new McpServer({ name: 'fake', version: '1.0.0' })
  server.registerTool(
    'greet',
    { description: 'Greets somebody.', inputSchema: { name: z.string() } },
    ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}` }] }),
  )
  server.registerTool('break', { description: 'Never works.', inputSchema: {} }, () => ({
    isError: true,
    content: [{ type: 'text', text: 'It is out of order.' }],
  }))
  server.registerTool('long'.repeat(20), { description: 'x', inputSchema: {} }, () => ({ content: [] }))
  return server
}
