import { guessByNgrams } from '../adapters/eld-languages.ts'
import { connectMcp, readMcpConfig } from '../adapters/mcp/index.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import { createTokenCounter } from '../adapters/token-counter.ts'
import type { Database } from '#db/schema.ts'
import { createLanguageDetection } from '#domain/languages/index.ts'
import type { Personas } from '#domain/personas/index.ts'
import type { TokenCounter } from '#domain/replies/index.ts'
import { createMemory, createToolbox, type Toolbox } from '#domain/tools/index.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { PAGE_WORKER, TOKEN_WORKER } from '../project-files.ts'
import { chatSettingRoutes } from '../routes/chat-settings.ts'
import type { Route } from '../http/route.ts'
import { toolRoutes } from '../routes/tools.ts'
import type { ServerSettings } from '../settings.ts'

interface ToolParts {
  readonly database: Database
  readonly personas: Personas
  readonly settings: Pick<ServerSettings, 'mcpConfig' | 'mcpToolsMaxTokens'>
  readonly report: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the tools of agents, and the endpoints for them. */
export async function createToolsModule({ database, personas, report, now, settings }: ToolParts): Promise<{
  readonly forReplies: { readonly toolbox: Toolbox; readonly tokens: TokenCounter }
  readonly routes: readonly Route[]
  readonly close: () => Promise<void>
}> {
  const { version } = packageJson
  const configs = settings.mcpConfig === undefined ? [] : readMcpConfig(settings.mcpConfig)
  const outside = await connectMcp(configs, { version, report })
  const memory = createMemory(database, now)
  const toolbox = createToolbox({
    memory,
    readPage: createPageReader(PAGE_WORKER),
    outsideTools: () => outside.tools(),
    outsideToolTokens: settings.mcpToolsMaxTokens,
    report,
    now,
  })
  const tokens = createTokenCounter(TOKEN_WORKER)
  const routes = [
    ...toolRoutes(toolbox, memory),
    ...chatSettingRoutes({ personas, languages: createLanguageDetection(guessByNgrams) }),
  ]
  return {
    forReplies: { toolbox, tokens },
    routes,
    async close() {
      await Promise.all([outside.close(), tokens.close()])
    },
  }
}
