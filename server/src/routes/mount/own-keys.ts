import type { FastifyRequest } from 'fastify'
import type { OwnKeys } from '#domain/ledger/index.ts'

/** What a key can look like: printable ASCII without spaces, as long as the longest in use. */
const KEY = /^[\x21-\x7e]{8,400}$/

/** The caller's own keys, of this request alone. What is no key counts as none: a refusal would repeat it. */
export function ownKeysOf(request: FastifyRequest): OwnKeys {
  const keyIn = (header: string) => {
    const value = request.headers[header]
    return typeof value === 'string' && KEY.test(value) ? value : undefined
  }
  return { openai: keyIn('x-own-key-openai'), anthropic: keyIn('x-own-key-anthropic') }
}
