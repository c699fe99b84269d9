import type { McpServerConfig } from './mcp-config.ts'
import type { McpOptions, McpTools } from './mcp-tools.ts'

export { readMcpConfig } from './mcp-config.ts'

const NONE: McpTools = { tools: () => [], ready: Promise.resolve(), close: () => Promise.resolve() }

/** Connects to the host's MCP servers. The client library is loaded only if there are any. */
export async function connectMcp(
  configs: readonly McpServerConfig[],
  options: McpOptions,
): Promise<McpTools> {
  if (configs.length === 0) return NONE
  const { connectMcpServers } = await import('./mcp-tools.ts')
  return connectMcpServers(configs, options)
}
