import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** A voice of a live model. */
export const liveVoice = z.object({ id: z.string(), name: z.string() })
export type LiveVoice = z.infer<typeof liveVoice>

/** A model that listens and speaks by itself (speech to speech), in conversations over the WebSocket /live. */
export const liveModel = z.object({
  /** value of `model` in `live-start` */
  id: z.string(),
  /** the vendor's name of the model */
  name: z.string(),
  provider: z.object({ id: z.string(), name: z.string() }),
  /** where audio goes: to this server's own machine, or to the vendor in `provider` */
  location: z.enum(['server', 'vendor']),
  price: z.object({
    /** US dollars a minute of conversation; 0: free */
    perMinuteUsd: z.number().nonnegative(),
    /** the vendor bills tokens, so that a minute can cost less or more, or the price is not known */
    isEstimated: z.boolean(),
  }),
  /** longest duration of a conversation, in seconds; the client continues with turns */
  maxSeconds: z.number().positive(),
  /** the default voice first */
  voices: z.array(liveVoice),
  /** whether the agent's tools are available */
  usesTools: z.boolean(),
  /** why the caller may not use it; null: the caller may */
  locked: z.enum(['sign-in', 'allowance']).nullable(),
})
export type LiveModelDescription = z.infer<typeof liveModel>

export const listLiveModels = defineEndpoint({
  method: 'GET',
  path: '/live-models',
  tag: 'speech',
  summary:
    'List the models that listen and speak by themselves, the preferred one first; empty if the host has none',
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(liveModel),
        /**
         * US dollars of today's speech allowance that are left; a conversation ends when they are used up. null: unlimited
         */
        remainingUsd: z.number().nonnegative().nullable(),
      }),
    },
  },
  errors: ['SESSION_EXPIRED'],
})
