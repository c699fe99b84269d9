import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Meeting } from '@vee/contract/entities/meeting'
import type { postStt } from '@vee/contract/http/speech'
import { ApiError, type Api, type FailureCode } from '#lib/api/index.ts'
import { randomId } from '#lib/random-id.ts'
import type { Shelf } from '#lib/shelf.ts'
import type { MeetingKeeper } from '../meeting-keeper.ts'
import type { KeptSegment } from './recorder.ts'

interface TranscriptionState {
  /** pieces that wait for their text, by meeting */
  readonly waiting: Readonly<Record<string, number>>
  /** why it stands still; it goes on by itself */
  readonly failure: FailureCode | undefined
}

/** After a failure, in ms: doubles up to the last. */
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 30_000]

interface TranscriptionsOptions {
  readonly api: Api
  readonly shelf: Shelf
  readonly keeper: MeetingKeeper
  /** BCP 47 */
  readonly language: () => string
  readonly onLines: (meeting: Meeting) => void
}

/**
 * Turns the pieces of recordings into text, one after another, in order. A piece stays until its text is in the meeting:
 * without network it waits, after a crash it is taken up again.
 */
export class Transcriptions {
  readonly state: StoreApi<TranscriptionState> = createStore<TranscriptionState>(() => ({
    waiting: {},
    failure: undefined,
  }))
  readonly #options: TranscriptionsOptions
  #isRunning = false
  #isAskedAgain = false
  #isStopped = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: TranscriptionsOptions) {
    this.#options = options
  }

  /** Goes on with what a dead page left: what it was recording counts as recorded. Gives back how to end it. */
  begin(): () => void {
    const again = () => this.check()
    globalThis.addEventListener('online', again)
    void this.#closeOpen().then(again)
    return () => {
      this.#isStopped = true
      clearTimeout(this.#timer)
      globalThis.removeEventListener('online', again)
    }
  }

  /** Looks for pieces that wait. */
  check(): void {
    clearTimeout(this.#timer)
    if (this.#isRunning) {
      this.#isAskedAgain = true
      return
    }
    void this.#run()
  }

  async #closeOpen(): Promise<void> {
    const open = (await this.#segments()).filter(({ state }) => state === 'open')
    await this.#options.shelf.write(
      open.map((segment) => ({
        kind: 'recordings',
        id: segment.id,
        value: { ...segment, state: 'waiting' },
      })),
    )
  }

  async #segments(): Promise<readonly KeptSegment[]> {
    return (await this.#options.shelf.list('recordings').catch(() => [])) as readonly KeptSegment[]
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      do {
        this.#isAskedAgain = false
        const waiting = (await this.#segments())
          .filter(({ state }) => state === 'waiting')
          .toSorted((one, other) => one.start - other.start)
        this.#tell(waiting)
        const [next] = waiting
        if (next) {
          await this.#transcribe(next)
          this.#failures = 0
          this.#isAskedAgain = true
        }
      } while (this.#isAskedAgain && !this.#isStopped)
    } catch (error) {
      const failure = error instanceof ApiError ? error.code : 'INTERNAL'
      this.state.setState({ failure })
      const delay = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)]
      this.#failures += 1
      if (!this.#isStopped) this.#timer = setTimeout(() => this.check(), delay)
    } finally {
      this.#isRunning = false
    }
  }

  #tell(waiting: readonly KeptSegment[]): void {
    const counts: Record<string, number> = {}
    for (const { meetingId } of waiting) counts[meetingId] = (counts[meetingId] ?? 0) + 1
    this.state.setState({ waiting: counts, ...(waiting.length === 0 && { failure: undefined }) })
  }

  async #transcribe(segment: KeptSegment): Promise<void> {
    const { api, shelf, keeper, language, onLines } = this.#options
    const form = new FormData()
    form.set('durationSeconds', (segment.end - segment.start).toFixed(2))
    form.set('language', language())
    form.set('audio', segment.audio, 'segment.wav')
    const heard = await api.json<typeof postStt>('POST', '/stt', { body: form })
    const text = heard.isNoSpeech ? '' : heard.text.trim()
    if (text !== '') {
      const known = await found(keeper, segment.meetingId)
      if (known) {
        const line = {
          id: randomId(),
          start: segment.start,
          end: segment.end,
          track: segment.track,
          speaker: null,
          text,
        }
        const transcriptLines = [...known.transcriptLines, line].toSorted(
          (one, other) => one.start - other.start,
        )
        onLines(await keeper.change(known.id, { transcriptLines }))
      }
    }
    await shelf.write([{ kind: 'recordings', id: segment.id, value: { ...segment, state: 'done' } }])
    this.state.setState({ failure: undefined })
  }
}

/** A meeting that was deleted meanwhile has no place for a text. */
async function found(keeper: MeetingKeeper, id: string): Promise<Meeting | undefined> {
  try {
    return await keeper.get(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
