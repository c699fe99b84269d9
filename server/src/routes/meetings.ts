import { timeZoneOfCaller } from '#domain/accounts/index.ts'
import type { ErrorCode } from '@vee/contract/errors'
import { listActionItems, patchActionItem } from '@vee/contract/http/meetings/action-items'
import {
  deleteMeetingSound,
  getMeetingSound,
  listMeetingSound,
  postMeetingSound,
} from '@vee/contract/http/meetings/meeting-sound'
import {
  summarizeMeeting,
  summarizeTranscript,
  type SummaryEvent,
} from '@vee/contract/http/meetings/meeting-summaries'
import {
  changeMeetings,
  createMeeting,
  deleteMeeting,
  exportMeetings,
  getMeeting,
  getMeetingSettings,
  importMeetings,
  listMeetings,
  listMeetingTags,
  patchMeeting,
  restoreMeeting,
} from '@vee/contract/http/meetings/meetings'
import {
  type Meetings,
  type MeetingSound,
  renderMeetingExport,
  type Summarizer,
} from '#domain/meetings/index.ts'
import { isRetryable, presentError } from '#domain/errors/present-error.ts'
import type { NumberedEvent } from '#serving/responses/event-cursor.ts'
import { rangedBytes, requestedRange } from '#serving/requests/byte-ranges.ts'
import { bytes, empty, events, json, route, type Route } from '#serving/route.ts'

type Step = Exclude<SummaryEvent, { type: 'error' }>

interface MeetingRoutesDependencies {
  readonly meetings: Meetings
  readonly summarizer: Summarizer
  readonly sound: MeetingSound
  /** the host's own text that asks for consent; undefined for the app's */
  readonly consentText: string | undefined
  /** days after which sound is deleted */
  readonly soundDays: number
  /** milliseconds since 1970 */
  readonly now: () => number
}

export const meetingRoutes = ({
  meetings,
  summarizer,
  sound,
  consentText,
  soundDays,
  now,
}: MeetingRoutesDependencies): readonly Route[] => [
  route(getMeetingSettings, () => json({ consentText: consentText ?? null, soundDays })),
  route(postMeetingSound, async ({ params, file, body, caller }) => {
    await sound.store(params.id, file.stream, body, caller)
    return empty()
  }),
  route(listMeetingSound, async ({ params, caller }) =>
    json({ pieces: await sound.list(params.id, caller) }),
  ),
  route(getMeetingSound, async ({ params, headers, caller }) => {
    const wav = await sound.read(params.id, params.pieceId, caller, requestedRange(headers))
    return rangedBytes(wav, { 'content-type': 'audio/wav' })
  }),
  route(deleteMeetingSound, async ({ params, caller }) => {
    await sound.remove(params.id, caller)
    return empty()
  }),
  route(listMeetings, async ({ query: { archived, brief, shared, ...query }, caller }) =>
    json(
      await meetings.list(
        {
          ...query,
          archived: archived === undefined ? undefined : archived === 'true',
          isBrief: brief === 'true',
          isShared: shared === 'true',
        },
        caller,
      ),
    ),
  ),
  route(createMeeting, async ({ body, caller }) => json(await meetings.create(body, caller), 201)),
  route(exportMeetings, async ({ query: { format, archived, shared, ...choice }, caller, locale }) => {
    const chosen = {
      ...choice,
      archived: archived === undefined ? undefined : archived === 'true',
      isShared: shared === 'true',
    }
    const { fileName, contentType, text } = renderMeetingExport(meetings.each(chosen, caller), {
      format,
      locale,
      timeZone: timeZoneOfCaller(caller),
    })
    return bytes(text, {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  }),
  route(importMeetings, async ({ body, caller }) => json(await meetings.import(body.meetings, caller))),
  route(changeMeetings, async ({ body, caller }) =>
    json({ changed: await meetings.changeMany(body.ids, body.action, caller) }),
  ),
  route(listMeetingTags, async ({ query, caller }) =>
    json({ tags: await meetings.tags(query.shared === 'true', caller) }),
  ),
  route(listActionItems, async ({ query: { shared, ...page }, caller }) =>
    json(await meetings.actionItems({ ...page, isShared: shared === 'true' }, caller)),
  ),
  route(patchActionItem, async ({ params, body, caller }) =>
    json(await meetings.changeItem(params.id, params.itemId, body, caller)),
  ),
  route(getMeeting, async ({ params, caller }) => json(await meetings.get(params.id, caller))),
  route(patchMeeting, async ({ params, body, caller }) =>
    json(await meetings.change(params.id, body, caller)),
  ),
  route(deleteMeeting, async ({ params, caller }) => {
    await meetings.delete(params.id, caller)
    return empty()
  }),
  route(restoreMeeting, async ({ params, caller }) => json(await meetings.restore(params.id, caller))),
  route(summarizeMeeting, async ({ params, body, caller, locale, acceptsEvents, signal }) => {
    const { stream, ...wish } = body
    const steps = await begun(summarizer.summarize(params.id, { ...wish, locale }, caller, signal))
    if (stream === true || acceptsEvents) return events(streamProgress(steps))
    for await (const step of steps) if (step.type === 'meeting') return json(step.meeting)
    throw new Error('a summary ended without its meeting')
  }),
  route(summarizeTranscript, async ({ body, caller, locale, acceptsEvents, signal }) => {
    const { stream, meeting, ...wish } = body
    const dated = { ...meeting, meetingDate: meeting.meetingDate ?? new Date(now()).toISOString() }
    const steps = await begun(withChange(summarizer.write(dated, { ...wish, locale }, caller, signal)))
    if (stream === true || acceptsEvents) return events(streamProgress(steps))
    for await (const step of steps) if (step.type === 'summary') return json({ change: step.change })
    throw new Error('a summary ended without its change')
  }),
]

async function* withChange(work: ReturnType<Summarizer['write']>): AsyncGenerator<Step, void, undefined> {
  yield { type: 'summary', change: yield* work }
}

interface Failed {
  readonly type: 'error'
  readonly error: ErrorCode
  readonly message: string
  readonly retryable: boolean
}

/** Yields the progress of a task as numbered events; an error is the last of them. */
async function* streamProgress<E extends object>(
  work: AsyncIterable<E>,
): AsyncGenerator<NumberedEvent<E | Failed>> {
  let id = 0
  try {
    for await (const event of work) yield { id: ++id, event }
  } catch (error) {
    const { code, message } = presentError(error)
    yield { id: ++id, event: { type: 'error', error: code, message, retryable: isRetryable(code) } }
  }
}

/**
 * Starts the task and waits for its first event, so that an earlier error becomes a plain response, streamed
 * or not.
 */
async function begun<E>(
  work: AsyncGenerator<E, void, undefined>,
): Promise<AsyncGenerator<E, void, undefined>> {
  const first = await work.next()
  return (async function* resumed() {
    if (first.done) return
    yield first.value
    yield* work
  })()
}
