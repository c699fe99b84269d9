import type { FastifyRequest } from 'fastify'
import { ownKeyIn, type OwnKeys } from '#domain/ledger/index.ts'

/** Returns the caller's own keys, for this request only. */
export function ownKeysOf({ headers }: FastifyRequest): OwnKeys {
  return {
    openai: ownKeyIn(headers['x-own-key-openai']),
    anthropic: ownKeyIn(headers['x-own-key-anthropic']),
  }
}
