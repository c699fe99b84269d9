import { guessByNgrams } from '../adapters/eld-languages.ts'
import { createPageReader } from '../adapters/page-reader/index.ts'
import type { Database } from '#db/schema.ts'
import { createLanguageDetection } from '#domain/languages/index.ts'
import type { Personas } from '#domain/personas/index.ts'
import { createMemory, createToolbox, type Toolbox } from '#domain/tools/index.ts'
import { PAGE_WORKER } from '../project-files.ts'
import { postDetectLanguageRoute } from '../routes/chat/post-detect-language.ts'
import { postPersonaRoute } from '../routes/chat/post-persona.ts'
import type { Route } from '../routes/route.ts'
import { toolRoutes } from '../routes/tools/index.ts'

interface ToolParts {
  readonly database: Database
  readonly personas: Personas
  readonly report: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** What agents have beside their model, and the calls for it. */
export function composeTools({ database, personas, report, now }: ToolParts): {
  readonly toolbox: Toolbox
  readonly routes: readonly Route[]
} {
  const memory = createMemory(database, now)
  const toolbox = createToolbox({
    memory,
    readPage: createPageReader(PAGE_WORKER),
    outsideTools: () => [],
    report,
    now,
  })
  const routes = [
    ...toolRoutes(toolbox, memory),
    postPersonaRoute(personas),
    postDetectLanguageRoute(createLanguageDetection(guessByNgrams)),
  ]
  return { toolbox, routes }
}
