import { type MeetingEvent, summarizeMeeting } from '@vee/contract/http/meetings'
import type { SummarizeMeeting } from '#domain/meetings/index.ts'
import { isRetryable, presentError } from '#domain/present-error.ts'
import { events, json, type NumberedEvent, route } from '../route.ts'

export const summarizeMeetingRoute = (summarize: SummarizeMeeting) =>
  route(summarizeMeeting, async ({ params, body, caller, locale, acceptsEvents, signal }) => {
    const { stream, ...wish } = body
    const steps = summarize(params.id, { ...wish, locale }, caller, signal)
    // A refusal that comes before any work is an answer of its own, streamed or not.
    const first = await steps.next()
    if (stream === true || acceptsEvents) return events(numbered(first, steps))
    for (let step = first; !step.done; step = await steps.next()) {
      if (step.value.type === 'meeting') return json(step.value.meeting)
    }
    throw new Error('a summary ended without its meeting')
  })

async function* numbered(
  first: IteratorResult<MeetingEvent, void>,
  steps: AsyncGenerator<MeetingEvent, void, undefined>,
): AsyncGenerator<NumberedEvent<MeetingEvent>> {
  let id = 0
  try {
    for (let step = first; !step.done; step = await steps.next()) yield { id: ++id, event: step.value }
  } catch (error) {
    const { code, message } = presentError(error)
    yield { id: ++id, event: { type: 'error', error: code, message, retryable: isRetryable(code) } }
  }
}
