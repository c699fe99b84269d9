import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartFailure } from '#lib/start-failure.ts'

const common = {
  /** `never`: this server's tools run without consent, at the host's responsibility */
  consent: z.enum(['ask', 'never']).default('ask'),
  access: z.enum(['signed-in', 'everyone']).default('signed-in'),
}
const texts = z.record(z.string(), z.string())

const mcpServer = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** the only environment variables of the process, in addition to PATH and HOME */
    env: texts.default({}),
    cwd: z.string().optional(),
    ...common,
  }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }), headers: texts.default({}), ...common }),
])

const mcpConfig = z.object({
  mcpServers: z.record(
    z.string().regex(/^[A-Za-z0-9-]{1,20}$/, 'a name is at most 20 letters, digits and hyphens'),
    mcpServer,
  ),
})

export type McpServerConfig = z.output<typeof mcpServer> & { readonly name: string }

/**
 * Reads the MCP servers from the host's file, in the format that other clients share. Throws StartFailure for
 * invalid content.
 */
export function readMcpConfig(path: string): readonly McpServerConfig[] {
  const read = mcpConfig.safeParse(readJson(path))
  if (read.success) return Object.entries(read.data.mcpServers).map(([name, server]) => ({ ...server, name }))
  const [issue] = read.error.issues
  throw new StartFailure(`MCP_CONFIG (${path}) is not right at ${issue?.path.join('.')}: ${issue?.message}.`)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
    throw new StartFailure(`MCP_CONFIG (${path}) cannot be used: ${reason}.`)
  }
}
