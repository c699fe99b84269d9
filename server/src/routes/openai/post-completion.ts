import { postCompletion } from '@vee/contract/http/openai'
import type { Completions } from '#domain/openai/index.ts'
import { bytes, json, route } from '../route.ts'

export const postCompletionRoute = (completions: Completions) =>
  route(postCompletion, async ({ body, caller, locale, signal }) => {
    const asking = { caller, locale, disconnectSignal: signal }
    if (body.stream !== true) return json(await completions.answer(body, asking))
    return bytes(encoded(await completions.stream(body, asking)), {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
  })

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}
