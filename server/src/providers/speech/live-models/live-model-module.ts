import type { LiveModel } from './live-model.ts'

/** What the host has set up for the vendors of live models. */
export interface LiveModelContext {
  readonly openai: {
    readonly apiKey: string | undefined
    /** with its /v1 */
    readonly baseUrl: string
    /** transcribes what the user says, where that is another model */
    readonly transcriptionModel: string
  }
  readonly gemini: {
    readonly apiKey: string | undefined
    readonly baseUrl: string
  }
  /** US dollars a minute, as the host states it; undefined: the published price */
  readonly perMinuteUsd: number | undefined
  /** until the connection is open, in ms */
  readonly timeoutMs: number
}

/** A vendor or a protocol of live models: one folder under `providers/`, one line in `live-model-registry.ts`. */
export interface LiveModelModule {
  /** the part of LIVE_MODELS before the colon */
  readonly id: string
  /** Returns the model of that name; undefined without the key that it needs. Opens no connection. */
  create(model: string, context: LiveModelContext): LiveModel | undefined
}
