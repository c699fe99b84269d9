import type { FastifyRequest } from 'fastify'
import { ownKeyIn, type OwnKeys } from '#domain/ledger/index.ts'

/** The caller's own keys, of this request alone. */
export function ownKeysOf({ headers }: FastifyRequest): OwnKeys {
  return {
    openai: ownKeyIn(headers['x-own-key-openai']),
    anthropic: ownKeyIn(headers['x-own-key-anthropic']),
  }
}
