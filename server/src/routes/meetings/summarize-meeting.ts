import { summarizeMeeting } from '@vee/contract/http/meeting-summaries'
import type { Summarizer } from '#domain/meetings/index.ts'
import { events, json, route } from '../route.ts'
import { begun, streamProgress } from './stream-progress.ts'

export const summarizeMeetingRoute = (summarizer: Summarizer) =>
  route(summarizeMeeting, async ({ params, body, caller, locale, acceptsEvents, signal }) => {
    const { stream, ...wish } = body
    const steps = await begun(summarizer.summarize(params.id, { ...wish, locale }, caller, signal))
    if (stream === true || acceptsEvents) return events(streamProgress(steps))
    for await (const step of steps) if (step.type === 'meeting') return json(step.meeting)
    throw new Error('a summary ended without its meeting')
  })
