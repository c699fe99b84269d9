import type { HostProvider } from '@vee/contract/entities/host'
import type { Mailer } from '#domain/accounts/index.ts'
import {
  configuredLimits,
  createHost,
  type EffectiveLimits,
  type HostAdmins,
  sendProviderAlerts,
} from '#domain/host/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import type { PlanCatalogue } from '#domain/money/plans/index.ts'
import type { Speech } from '#domain/voice/speech/index.ts'
import type { LlmRegistry } from '#providers/llm/registry.ts'
import type { SpeechRegistry } from '#providers/speech/speech-registry.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { hostRoutes } from '../routes/host.ts'
import type { Module, ModuleContext } from './module.ts'

/** Interval in ms at which troubles of providers are looked for. */
const ALERTS_MS = 60_000

interface HostDependencies {
  readonly admins: HostAdmins
  readonly effectiveLimits: EffectiveLimits
  readonly plans: PlanCatalogue
  readonly organizations: Organizations
  /** for shared access; undefined if it is disabled */
  readonly passphrase: string | undefined
  readonly models: LlmRegistry
  readonly speechProviders: SpeechRegistry
  readonly speech: Speech
  /** undefined if no mail server is configured */
  readonly mailer: Mailer | undefined
}

/** Creates the host's administration. */
export function createHostModule(
  { settings, database, log, now }: ModuleContext,
  { models, speechProviders, organizations, mailer, ...dependencies }: HostDependencies,
): Module<undefined> {
  const providers = () => describeProviders(models, speechProviders)
  const host = createHost({
    ...dependencies,
    database,
    organizations,
    version: packageJson.version,
    configured: configuredLimits(settings),
    providers,
    beforeDeleteUser: [(caller) => organizations.leaveAll(caller)],
    now,
  })
  return {
    services: undefined,
    routes: hostRoutes(host),
    jobs: [
      {
        name: 'send-provider-alerts',
        everyMs: ALERTS_MS,
        // Each server knows its own failures; a counter in the database prevents a second mail.
        runsOn: 'every-server',
        run: () =>
          sendProviderAlerts({
            database,
            admins: dependencies.admins,
            mailer,
            publicUrl: settings.publicUrl,
            providers,
            onFailure: (failure) => log.error({ err: failure }, 'mail not sent'),
            now,
          }),
      },
    ],
  }
}

const NO_TRANSCRIPTION: HostProvider = {
  id: 'stt',
  name: 'STT',
  service: 'stt',
  available: false,
  reason: 'No transcription service is connected; browsers that can transcribe do it themselves.',
  hint: 'Set a key or an address, and start Vee again.',
  envVar: 'STT_API_KEY',
  problem: 'not-connected',
  trouble: null,
}

async function describeProviders(
  models: Pick<LlmRegistry, 'availability' | 'trouble' | 'providers'>,
  speechProviders: SpeechRegistry,
): Promise<HostProvider[]> {
  const { stt, tts } = speechProviders
  const llm = Object.entries(await models.availability())
  return [
    ...llm.map(([id, state]) => ({
      id,
      name: models.providers.find((provider) => provider.id === id)?.name ?? id,
      service: 'llm' as const,
      ...state,
      trouble: models.trouble(id) ?? null,
    })),
    ...(stt.length === 0 ? [NO_TRANSCRIPTION] : []),
    ...(await Promise.all(
      stt.map(async (provider) => ({
        id: provider.id,
        name: provider.name,
        service: 'stt' as const,
        ...(await provider.availability()),
        trouble: null,
      })),
    )),
    ...(await Promise.all(
      tts.map(async (provider) => ({
        id: provider.id,
        name: provider.name,
        service: 'tts' as const,
        ...(await provider.availability()),
        trouble: null,
      })),
    )),
  ]
}
