import { expect, it } from 'vitest'
import type { LlmEvent } from '../llm/llm.ts'
import { normalizeStream } from './normalize-stream.ts'

it('emits no event after the text at which it was aborted', async () => {
  const aborting = new AbortController()
  const told: LlmEvent[] = []
  await normalizeStream(
    { id: 'openai', name: 'OpenAI' },
    async (emit) => {
      emit({ type: 'text', text: 'Hello' })
      emit({ type: 'tool-call-delta', index: 0, name: 'get_time' })
      emit({ type: 'finish', reason: 'stop', usage: undefined })
    },
    aborting.signal,
    (event) => {
      told.push(event)
      aborting.abort()
    },
  )
  expect(told).toEqual([{ type: 'text', text: 'Hello' }])
})
