import { summarizeTranscript, type SummaryEvent } from '@vee/contract/http/meeting-summaries'
import type { Summarizer } from '#domain/meetings/index.ts'
import { events, json, route } from '../route.ts'
import { begun, streamProgress } from './stream-progress.ts'

type Step = Exclude<SummaryEvent, { type: 'error' }>

export const summarizeTranscriptRoute = (summarizer: Summarizer, now: () => number) =>
  route(summarizeTranscript, async ({ body, caller, locale, acceptsEvents, signal }) => {
    const { stream, meeting, ...wish } = body
    const dated = { ...meeting, meetingDate: meeting.meetingDate ?? new Date(now()).toISOString() }
    const steps = await begun(withChange(summarizer.write(dated, { ...wish, locale }, caller, signal)))
    if (stream === true || acceptsEvents) return events(streamProgress(steps))
    for await (const step of steps) if (step.type === 'summary') return json({ change: step.change })
    throw new Error('a summary ended without its change')
  })

async function* withChange(work: ReturnType<Summarizer['write']>): AsyncGenerator<Step, void, undefined> {
  yield { type: 'summary', change: yield* work }
}
