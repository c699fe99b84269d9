import { postGlobalLogin, postLogin, postRegister } from '@vee/contract/http/accounts/auth'
import { postChat } from '@vee/contract/http/chat'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { postCompletion } from '@vee/contract/http/openai'
import { postStt, postTts } from '@vee/contract/http/speech'
import type { Accounts, Caller, Members } from '#domain/accounts/index.ts'
import type { Counters } from '#domain/money/quotas/counters.ts'
import type { RateLimit } from '#domain/errors/domain-error.ts'
import { createEffectiveLimits, type EffectiveLimits } from '#domain/host/index.ts'
import { createLimits, type Limits } from '#domain/money/limits/index.ts'
import { limitRoutes } from '../routes/limits.ts'
import type { Module, ModuleContext } from './module.ts'
import { REFRESH_MS } from './periods.ts'

interface LimitDependencies {
  readonly accounts: Accounts
  readonly members: Members
  readonly outsideCounters: Counters | undefined
}

interface LimitServices {
  readonly limits: Limits
  readonly effectiveLimits: EffectiveLimits
  /** returns the rate limit of a call for its response headers; undefined if it has none */
  readonly rateLimitOf: (endpoint: Endpoint, caller: Caller) => Promise<RateLimit | undefined>
}

/** Creates the limits as changed by the host, on this server or another one. */
export async function createLimitsModule(
  { settings, database, now }: ModuleContext,
  { accounts, members, outsideCounters }: LimitDependencies,
): Promise<Module<LimitServices>> {
  const effectiveLimits = createEffectiveLimits({ database, configured: settings, now })
  await effectiveLimits.refresh()
  const limits = createLimits({
    database,
    counters: outsideCounters,
    now,
    get demoRepliesPerDay() {
      return effectiveLimits.current().demoRepliesPerDay
    },
    get globalRequestsPerHour() {
      return effectiveLimits.current().globalRequestsPerHour
    },
  })
  return {
    services: { limits, effectiveLimits, rateLimitOf: createRateLimitReader({ limits, accounts, members }) },
    routes: limitRoutes(limits),
    jobs: [
      {
        name: 'refresh-limits',
        everyMs: REFRESH_MS,
        runsOn: 'every-server',
        run: () => effectiveLimits.refresh(),
      },
    ],
  }
}

interface RateLimitSources {
  readonly limits: Limits
  readonly accounts: Accounts
  readonly members: Members
}

type ReadRateLimit = (caller: Caller) => Promise<RateLimit>

/** Returns a function that reads the rate limit of a call for its response headers. */
function createRateLimitReader({ limits, accounts, members }: RateLimitSources) {
  const readers = new Map<Endpoint, ReadRateLimit>([
    [postChat, (caller) => limits.read(caller, 'reply')],
    [postCompletion, (caller) => limits.read(caller, 'reply')],
    [postStt, (caller) => limits.read(caller, 'stt')],
    [postTts, (caller) => limits.read(caller, 'tts')],
    [postGlobalLogin, ({ ip }) => accounts.rateLimitOf(ip)],
    [postLogin, ({ ip }) => members.rateLimitOf('sign-in', ip)],
    [postRegister, ({ ip }) => members.rateLimitOf('register', ip)],
  ])
  return async (endpoint: Endpoint, caller: Caller): Promise<RateLimit | undefined> =>
    limits.rateLimitStatus(caller) ?? (await readers.get(endpoint)?.(caller))
}
