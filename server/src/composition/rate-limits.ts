import { postGlobalLogin, postLogin, postRegister } from '@vee/contract/http/auth'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { postChat } from '@vee/contract/http/chat'
import { postCompletion } from '@vee/contract/http/openai'
import { postStt, postTts } from '@vee/contract/http/speech'
import type { Accounts, Caller, Members } from '#domain/accounts/index.ts'
import type { Limits } from '#domain/limits/index.ts'
import type { RateLimit } from '#domain/domain-error.ts'

interface RateLimitSources {
  readonly limits: Limits
  readonly accounts: Accounts
  readonly members: Members
}

type ReadRateLimit = (caller: Caller) => Promise<RateLimit>

/** Returns a function that reads the rate limit of a call for its response headers. */
export function createRateLimitReader({ limits, accounts, members }: RateLimitSources) {
  const readers = new Map<Endpoint, ReadRateLimit>([
    [postChat, (caller) => limits.read(caller, 'reply')],
    [postCompletion, (caller) => limits.read(caller, 'reply')],
    [postStt, (caller) => limits.read(caller, 'stt')],
    [postTts, (caller) => limits.read(caller, 'tts')],
    [postGlobalLogin, ({ ip }) => accounts.rateLimitOf(ip)],
    [postLogin, ({ ip }) => members.rateLimitOf('sign-in', ip)],
    [postRegister, ({ ip }) => members.rateLimitOf('register', ip)],
  ])
  return async (call: Endpoint, caller: Caller): Promise<RateLimit | undefined> =>
    limits.rateLimitStatus(caller) ?? (await readers.get(call)?.(caller))
}
