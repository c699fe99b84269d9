import { answerRequest, type Defaults } from './answer.ts'
import type { Behaviour } from './behaviour.ts'
import { startFakeVendor, type FakeVendor, type FakeVendorOptions } from './fake-vendor.ts'

export { MANY_SCRIPTS, type Behaviour, type BehaviourName } from './behaviour.ts'

export interface UpstreamOptions extends Partial<FakeVendorOptions> {
  /** the behaviour of unscripted requests, and the defaults of scripted ones: for example realistic delays */
  readonly chat?: Behaviour
  readonly transcription?: Behaviour
  readonly speech?: Behaviour
}

/**
 * A fake vendor that implements OpenAI's chat completions, models, transcription, speech and embeddings, Anthropic's messages,
 * and Ollama's tags, under any prefix (`/v1/…`, `/api/v1/…`). An OpenAI base URL is `${url}/v1`.
 */
export type Upstream = FakeVendor

export function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const defaults: Defaults = {
    chat: options.chat ?? {},
    transcription: { text: 'hello there', ...options.transcription },
    speech: options.speech ?? {},
    embedding: {},
    list: {},
  }
  return startFakeVendor(
    { models: ['gpt-4o', 'gpt-4o-mini'], ...options },
    (request, response, scripted, models) => answerRequest(request, response, scripted, defaults, models),
  )
}
