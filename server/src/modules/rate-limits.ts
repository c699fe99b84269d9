import { postGlobalLogin, postLogin, postRegister } from '@vee/contract/http/accounts/auth'
import { postChat } from '@vee/contract/http/chat'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { postCompletion } from '@vee/contract/http/openai'
import { postStt, postTts } from '@vee/contract/http/speech'
import type { Accounts, Caller, Members } from '#domain/accounts/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import type { RateLimit } from '#domain/errors/domain-error.ts'
import { configuredLimits, createEffectiveLimits, type EffectiveLimits } from '#domain/host/index.ts'
import { createCallerRateLimits, type CallerRateLimits } from '#domain/money/caller-limits/index.ts'
import { rateLimitRoutes } from '../routes/rate-limit.ts'
import type { Module, ModuleContext } from './module.ts'
import { REFRESH_MS } from './periods.ts'

interface RateLimitDependencies {
  readonly accounts: Accounts
  readonly members: Members
  readonly outsideCounters: Counters | undefined
}

interface RateLimitServices {
  readonly limits: CallerRateLimits
  readonly effectiveLimits: EffectiveLimits
  /** returns the rate limit of a call for its response headers; undefined if it has none */
  readonly rateLimitOf: (endpoint: Endpoint, caller: Caller) => Promise<RateLimit | undefined>
}

/** Creates the limits as changed by the host, on this server or another one. */
export async function createRateLimitsModule(
  { settings, database, now }: ModuleContext,
  { accounts, members, outsideCounters }: RateLimitDependencies,
): Promise<Module<RateLimitServices>> {
  const effectiveLimits = createEffectiveLimits({ database, configured: configuredLimits(settings), now })
  await effectiveLimits.refresh()
  const limits = createCallerRateLimits({
    database,
    counters: outsideCounters,
    now,
    get visitorRepliesPerDay() {
      return effectiveLimits.current().visitorRepliesPerDay
    },
    get passphraseRepliesPerHour() {
      return effectiveLimits.current().passphraseRepliesPerHour
    },
  })
  return {
    services: { limits, effectiveLimits, rateLimitOf: createRateLimitReader({ limits, accounts, members }) },
    routes: rateLimitRoutes(limits),
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
  readonly limits: CallerRateLimits
  readonly accounts: Accounts
  readonly members: Members
}

type ReadRateLimit = (caller: Caller) => Promise<RateLimit>

/** Returns a function that reads the rate limit of a call for its response headers. */
function createRateLimitReader({ limits, accounts, members }: RateLimitSources) {
  const readers = new Map<Endpoint, ReadRateLimit>([
    [postChat, (caller) => limits.stateOf(caller, 'reply')],
    [postCompletion, (caller) => limits.stateOf(caller, 'reply')],
    [postStt, (caller) => limits.stateOf(caller, 'stt')],
    [postTts, (caller) => limits.stateOf(caller, 'tts')],
    [postGlobalLogin, ({ ip }) => accounts.rateLimitOf(ip)],
    [postLogin, ({ ip }) => members.rateLimitOf('sign-in', ip)],
    [postRegister, ({ ip }) => members.rateLimitOf('register', ip)],
  ])
  return async (endpoint: Endpoint, caller: Caller): Promise<RateLimit | undefined> =>
    limits.lastCount(caller) ?? (await readers.get(endpoint)?.(caller))
}
