import { z } from 'zod'
import { liveAnswer, liveHello, liveRequest } from '@vee/contract/live/messages'
import type { JsonSchema } from './document.ts'

interface LiveMessage {
  readonly name: string
  readonly schema: JsonSchema
}

const namedMessages = (schemas: readonly z.ZodObject[]): LiveMessage[] =>
  schemas.map((schema) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
    const type = schema.shape['type'] as z.ZodLiteral
    return { name: String(type.value), schema: json }
  })

/** Returns the messages of /api/live, which OpenAPI cannot describe. */
export const liveMessages = (): {
  readonly up: readonly LiveMessage[]
  readonly down: readonly LiveMessage[]
} => ({
  up: namedMessages([liveHello, ...liveRequest.options]),
  down: namedMessages(liveAnswer.options),
})
