import { z } from 'zod'
import { modelFacts } from '../entities/model-edit.ts'
import { defineEndpoint } from './endpoint.ts'

/** A model that can generate replies. */
export const offeredModel = modelFacts.extend({
  /** value of `model` in POST /chat: `<provider>:<model>` */
  id: z.string(),
  /** the vendor's name of the model */
  name: z.string(),
  provider: z.object({ id: z.string(), name: z.string() }),
  /** the organization whose own endpoint provides it, to its members only; null: the host provides it */
  organization: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `server`: the model runs on the server's own machine */
  location: z.enum(['server', 'vendor']),
  /** median time to the first token of recent replies on this server, in ms; null: not measured yet */
  firstTokenMs: z.number().nonnegative().nullable(),
  /** why the caller may not use it; null: the caller may */
  locked: z.enum(['sign-in', 'plan', 'people']).nullable(),
})
export type OfferedModel = z.infer<typeof offeredModel>

export const listOfferedModels = defineEndpoint({
  method: 'GET',
  path: '/models',
  tag: 'models',
  summary: 'List the language models that the caller can choose for a reply, the preferred one first',
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(offeredModel),
        /** id of the default model; null if no model is available */
        defaultId: z.string().nullable(),
      }),
    },
  },
  errors: ['SESSION_EXPIRED'],
})
