import packageJson from '../../package.json' with { type: 'json' }
import { databaseAnswers } from '#db/queries/health.ts'
import type { Database } from '#db/schema.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import type { LlmRegistry } from '#providers/registry.ts'
import { getHealthRoute } from '../routes/system/get-health.ts'
import { getReadyRoute } from '../routes/system/get-ready.ts'
import { llmStatusRoute } from '../routes/system/llm-status.ts'
import type { Route } from '../routes/route.ts'

interface Host {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface SystemParts {
  readonly models: LlmRegistry
  readonly builtinResponder: { readonly id: string }
  readonly isStopping: () => boolean
  readonly isCacheUp: () => Promise<boolean>
}

/** What tells of the server itself. */
export function composeSystem({ database, now }: Host, parts: SystemParts): readonly Route[] {
  const { models, builtinResponder, isStopping, isCacheUp } = parts
  return [
    getHealthRoute(packageJson.version),
    getReadyRoute({ isStopping, isDatabaseUp: () => databaseAnswers(database), isCacheUp }),
    llmStatusRoute(
      createLlmStatus({ availability: () => models.availability(), builtInId: builtinResponder.id, now }),
    ),
  ]
}
