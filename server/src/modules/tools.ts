import type { AgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { createLanguageDetection } from '#domain/languages/index.ts'
import { createPersonas, type Personas } from '#domain/agents/personas/index.ts'
import type { TokenCounter } from '#domain/replies/index.ts'
import { createMemory, createToolbox, type Toolbox } from '#domain/tools/index.ts'
import { guessByNgrams } from '../adapters/eld-languages.ts'
import { connectMcp, readMcpConfig } from '../adapters/mcp/index.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import { createTokenCounter } from '../adapters/token-counter.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { PAGE_WORKER, TOKEN_WORKER } from '../project-files.ts'
import { chatSettingRoutes } from '../routes/chat-settings.ts'
import { toolRoutes } from '../routes/tools.ts'
import type { ServerSettings } from '../settings.ts'
import type { Module, ModuleContext } from './module.ts'

interface ToolContext extends Pick<ModuleContext, 'database' | 'log' | 'now'> {
  readonly settings: Pick<ServerSettings, 'mcpConfig' | 'mcpToolsMaxTokens'>
}

interface ToolServices {
  readonly personas: Personas
  readonly toolbox: Toolbox
  readonly tokens: TokenCounter
}

/** Creates the tools of agents, and the settings of a conversation. */
export async function createToolsModule(
  { settings, database, log, now }: ToolContext,
  { agents }: { readonly agents: AgentCatalogue },
): Promise<Module<ToolServices>> {
  const report = (failure: unknown) => log.error({ err: failure }, 'tool failed')
  const configs = settings.mcpConfig === undefined ? [] : readMcpConfig(settings.mcpConfig)
  const mcp = await connectMcp(configs, { version: packageJson.version, report })
  const memory = createMemory(database, now)
  const toolbox = createToolbox({
    memory,
    readPage: createPageReader(PAGE_WORKER),
    outsideTools: () => mcp.tools(),
    outsideToolTokens: settings.mcpToolsMaxTokens,
    report,
    now,
  })
  const tokens = createTokenCounter(TOKEN_WORKER)
  const personas = createPersonas({ database, agents, now })
  return {
    services: { personas, toolbox, tokens },
    routes: [
      ...toolRoutes(toolbox, memory),
      ...chatSettingRoutes({ personas, languages: createLanguageDetection(guessByNgrams) }),
    ],
    async close() {
      await Promise.all([mcp.close(), tokens.close()])
    },
  }
}
