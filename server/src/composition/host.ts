import type { FastifyInstance } from 'fastify'
import type { HostProvider } from '@vee/contract/entities/host'
import type { Database } from '#db/schema.ts'
import type { Counters } from '#domain/counters.ts'
import {
  createHost,
  createHostAdmins,
  createEffectiveLimits,
  type HostAdmins,
  type EffectiveLimits,
} from '#domain/host/index.ts'
import { createLimits, type Limits } from '#domain/limits/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createPlanCatalogue, type PlanCatalogue } from '#domain/plans/index.ts'
import type { Availability } from '#providers/failure.ts'
import type { Speech } from '#domain/speech/index.ts'
import type { SpeechRegistry } from '#providers/speech-registry.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { hostRoutes } from '../routes/host.ts'
import type { Route } from '../http/route.ts'
import type { ServerSettings } from '../settings.ts'

/** Interval in ms at which a server reads changes made by another server of the same database. */
const REFRESH_MS = 5_000

interface HostParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the limits as changed by the host, on this server or another one. */
export async function createLimitsModule(
  { settings, database, now }: HostParts,
  counters: Counters | undefined,
  server: FastifyInstance,
): Promise<{ readonly limits: Limits; readonly effectiveLimits: EffectiveLimits }> {
  const effectiveLimits = createEffectiveLimits({ database, configured: settings, now })
  await effectiveLimits.refresh()
  const timer = setInterval(() => {
    effectiveLimits.refresh().catch((error: unknown) => server.log.error({ err: error }, 'limits not read'))
  }, REFRESH_MS).unref()
  server.addHook('onClose', async () => clearInterval(timer))
  const limits = createLimits({
    database,
    counters,
    now,
    get demoRepliesPerDay() {
      return effectiveLimits.current().demoRepliesPerDay
    },
    get globalRequestsPerHour() {
      return effectiveLimits.current().globalRequestsPerHour
    },
  })
  return { limits, effectiveLimits }
}

/** Creates the plans with prices and allowances as changed by the host, on this server or another one. */
export async function createPlansModule(
  { settings, database }: Pick<HostParts, 'settings' | 'database'>,
  server: FastifyInstance,
): Promise<PlanCatalogue> {
  const plans = createPlanCatalogue(settings.plans, database)
  await plans.refresh()
  const timer = setInterval(() => {
    plans.refresh().catch((error: unknown) => server.log.error({ err: error }, 'plans not read'))
  }, REFRESH_MS).unref()
  server.addHook('onClose', async () => clearInterval(timer))
  return plans
}

export function createHostAdminsModule({ settings, database, now }: HostParts): HostAdmins {
  const { hostAdmins, mail, oidc, supabase } = settings
  const canProveEmails = [mail.smtpUrl, oidc.issuer, supabase.url].some((place) => place !== undefined)
  return createHostAdmins({ database, hostAdmins, canProveEmails, now })
}

interface HostUseCases {
  readonly admins: HostAdmins
  readonly effectiveLimits: EffectiveLimits
  readonly plans: PlanCatalogue
  readonly organizations: Organizations
  /** for shared access; undefined if it is disabled */
  readonly passphrase: string | undefined
  readonly models: { availability(): Promise<Readonly<Record<string, Availability>>> }
  readonly speechProviders: SpeechRegistry
  readonly speech: Speech
}

/** Creates the module for the host's administration. */
export function createHostModule(
  { settings, database, now }: HostParts,
  { models, speechProviders, organizations, ...parts }: HostUseCases,
): readonly Route[] {
  const host = createHost({
    ...parts,
    database,
    organizations,
    version: packageJson.version,
    configured: settings,
    providers: () => describeProviders(models, speechProviders),
    beforeDeleteUser: [(caller) => organizations.leaveAll(caller)],
    now,
  })
  return hostRoutes(host)
}

const NO_TRANSCRIPTION: HostProvider = {
  id: 'stt',
  service: 'stt',
  available: false,
  reason: 'No transcription service is connected; browsers that can transcribe do it themselves.',
  hint: 'Set a key or an address, and start Vee again.',
  envVar: 'STT_API_KEY',
}

async function describeProviders(
  models: HostUseCases['models'],
  speechProviders: SpeechRegistry,
): Promise<HostProvider[]> {
  const { stt, tts } = speechProviders
  const llm = Object.entries(await models.availability())
  return [
    ...llm.map(([id, state]) => ({ id, service: 'llm' as const, ...state })),
    ...(stt.length === 0 ? [NO_TRANSCRIPTION] : []),
    ...(await Promise.all(
      stt.map(async (one) => ({ id: one.id, service: 'stt' as const, ...(await one.availability()) })),
    )),
    ...(await Promise.all(
      tts.map(async (one) => ({ id: one.id, service: 'tts' as const, ...(await one.availability()) })),
    )),
  ]
}
