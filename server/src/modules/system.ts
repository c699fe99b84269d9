import { FAILOVER_KINDS } from '@vee/contract/entities/model-endpoint-limits'
import type { SearchStatus, SpeechProvider } from '@vee/contract/http/system'
import { databaseProbe } from '#db/queries/health.ts'
import { readNotice, type HostAdmins } from '#domain/host/index.ts'
import type { Speech } from '#domain/voice/speech/index.ts'
import { createLlmStatus } from '#domain/system/index.ts'
import type { LlmRegistry } from '#providers/llm/registry.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { readTurnModelFile } from '../adapters/turn-model-file.ts'
import type { Metrics } from '#serving/logs/metrics.ts'
import { systemRoutes } from '../routes/system.ts'
import type { Module, ModuleContext } from './module.ts'

interface SystemDependencies {
  readonly models: LlmRegistry
  readonly speech: Speech
  readonly builtinResponder: { readonly id: string }
  readonly isStopping: () => boolean
  readonly metrics: Metrics
  readonly isCacheUp: () => Promise<boolean>
  readonly storageTrouble: () => Promise<string | undefined>
  readonly admins: Pick<HostAdmins, 'awaitsFirstAccount'>
  readonly hasPlans: () => boolean
  readonly searchStatus: () => SearchStatus
}

interface SystemServices {
  /** returns the available models and speech engines, one line each */
  readonly capabilities: () => Promise<readonly string[]>
}

/** Creates the information about the server. */
export function createSystemModule(
  { settings, database, now }: ModuleContext,
  {
    models,
    speech,
    builtinResponder,
    isStopping,
    metrics,
    isCacheUp,
    storageTrouble,
    admins,
    hasPlans,
    searchStatus,
  }: SystemDependencies,
): Module<SystemServices> {
  return {
    services: { capabilities: () => describeCapabilities(models, speech) },
    routes: systemRoutes({
      version: packageJson.version,
      metrics,
      readiness: { isStopping, isDatabaseUp: databaseProbe(database), isCacheUp, storageTrouble },
      speech,
      searchStatus,
      turnModel: settings.turnModel === undefined ? undefined : readTurnModelFile(settings.turnModel),
      llmStatus: createLlmStatus({
        availability: () => models.availability(),
        providers: () => models.providers,
        nameOf: (id) => models.providers.find((provider) => provider.id === id)?.name,
        isFailing: (id) => FAILOVER_KINDS.some((kind) => kind === models.trouble(id)?.kind),
        canTranscribe: () => speech.canTranscribe(),
        notice: () => readNotice(database),
        awaitsHost: () => admins.awaitsFirstAccount(),
        hasPlans,
        builtInId: builtinResponder.id,
        now,
      }),
    }),
  }
}

/** Returns the available models and speech engines, one line each, for the output at start. */
async function describeCapabilities(
  models: Pick<LlmRegistry, 'availability' | 'providers'>,
  speech: Pick<Speech, 'status'>,
): Promise<readonly string[]> {
  const providers = await models.availability()
  const thinking = models.providers.filter(({ id }) => providers[id]?.available).map(({ name }) => name)
  const { hearing, speaking } = await speech.status(undefined)
  return [
    `  Thinks: ${thinking.join(', ') || 'nothing yet'}`,
    `  Hears:  ${namesOf(hearing) || 'what browsers transcribe themselves'}`,
    `  Speaks: ${voicesOf(speaking)}`,
  ]
}

/** In the order in which a browser uses them: natural voices, its own, basic voices. */
function voicesOf(providers: readonly SpeechProvider[]): string {
  const [basic, natural] = [true, false].map((isBasic) =>
    namesOf(providers.filter((provider) => hasOnlyBasicVoices(provider) === isBasic)),
  )
  return [natural, 'the voices of browsers', basic].filter(Boolean).join('; else ')
}

const hasOnlyBasicVoices = ({ isFallback }: SpeechProvider): boolean => isFallback === true

const namesOf = (providers: readonly SpeechProvider[]): string =>
  providers
    .filter(({ available }) => available)
    .map(({ name, location, preparation }) => {
      const locationText = location === 'server' ? 'on this server' : 'at a vendor'
      return preparation
        ? `${preparation.name} (${locationText}; ${Math.round(preparation.bytesTotal / 1e6)} MB are fetched at the first spoken message)`
        : `${name} (${locationText})`
    })
    .join(', ')
