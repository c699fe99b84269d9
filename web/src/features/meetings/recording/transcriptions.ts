import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Meeting } from '@vee/contract/entities/meeting'
import type { postStt } from '@vee/contract/http/speech'
import { ApiError, type Api, type FailureCode } from '#lib/http/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import {
  type StoredSegment,
  listSegments,
  recordingLock,
  SEGMENT_STORES,
} from '#voice/meeting-recording/stored-segment.ts'
import {
  asTranscribed,
  recoverSegments,
  removeOrphanedSegments,
} from '#voice/meeting-recording/recover-segments.ts'
import { lockReleased, tryExclusively } from '#voice/tab-locks.ts'

interface TranscriptionState {
  /** number of segments waiting for transcription, by meeting */
  readonly waiting: Readonly<Record<string, number>>
  /** the reason why it is paused; it resumes automatically */
  readonly failure: FailureCode | undefined
  /** meetings whose recording was interrupted and recovered */
  readonly recovered: readonly string[]
  /** the reason why the server does not store a segment's audio; it remains in this browser */
  readonly audioError: FailureCode | undefined
}

/** One tab transcribes at a time. */
const TRANSCRIPTION_LOCK = 'vee-meeting-transcription'
/** Retry delays in ms; the last one is repeated. */
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 30_000]
/** Minimum duration in seconds; shorter segments contain no word. */
const MIN_SEGMENT_SECONDS = 0.5

/** The fields of a meeting whose words are likely to be spoken in it. */
export type MeetingTopic = Pick<Meeting, 'title' | 'participants'>

export interface TranscriptionsOptions {
  readonly api: Pick<Api, 'json'>
  readonly indexedStore: IndexedStore
  readonly repository: Pick<MeetingRepository, 'get' | 'change'>
  /** BCP 47 */
  readonly language: () => string
  /** returns the words to expect in a meeting, '' for none */
  readonly prompt: (topic: MeetingTopic) => string
  readonly onLines: (meeting: Meeting) => void
  /** returns false after the user who recorded this has signed out: their segments wait for them */
  readonly isOurs?: () => boolean
  /** the member's audio storage on the server */
  readonly sound?: ServerSound | undefined
}

/**
 * Transcribes the segments of recordings sequentially, in order. A segment is stored until its text is in the
 * meeting: offline it waits, and after a crash it is resumed.
 */
export class Transcriptions {
  readonly state: StoreApi<TranscriptionState> = createStore<TranscriptionState>(() => ({
    waiting: {},
    failure: undefined,
    recovered: [],
    audioError: undefined,
  }))
  readonly #options: TranscriptionsOptions
  #isRunning = false
  #isRerunRequested = false
  #isStopped = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: TranscriptionsOptions) {
    this.#options = options
  }

  /** Resumes after a closed page: its recording counts as complete. Returns a function that stops it. */
  begin(): () => void {
    const checkAgain = () => this.check()
    this.#isStopped = false
    globalThis.addEventListener('online', checkAgain)
    void this.#recoverInterrupted().then(checkAgain, checkAgain)
    return () => {
      this.#isStopped = true
      clearTimeout(this.#timer)
      globalThis.removeEventListener('online', checkAgain)
    }
  }

  /** Checks for waiting segments. */
  check(): void {
    clearTimeout(this.#timer)
    if (!this.#isWanted()) return
    if (this.#isRunning) {
      this.#isRerunRequested = true
      return
    }
    void this.#transcribeWaiting()
  }

  /** Marks a recovered recording as seen by the user. */
  acknowledge(meetingId: string): void {
    const { recovered } = this.state.getState()
    this.state.setState({ recovered: recovered.filter((id) => id !== meetingId) })
  }

  /** Recovers recordings that a crash or a closed page interrupted: their open segments wait for transcription. */
  async #recoverInterrupted(): Promise<void> {
    const { indexedStore, repository } = this.#options
    const { recovered, active } = await recoverSegments(indexedStore)
    // Another tab records it, or has just closed and the browser has not released the lock yet.
    for (const meetingId of active)
      void lockReleased(recordingLock(meetingId)).then(() => this.#recoverLater())
    const recoveredBefore = this.state.getState().recovered
    this.state.setState({ recovered: [...new Set([...recoveredBefore, ...recovered])] })
    // Deleted meetings can no longer be restored from this page.
    await removeOrphanedSegments(
      indexedStore,
      async (id) => (await findMeeting(repository, id)) !== undefined,
    )
  }

  async #recoverLater(): Promise<void> {
    if (!this.#isWanted()) return
    // Unreadable data is retried with the next page.
    await this.#recoverInterrupted().catch(() => {})
    this.check()
  }

  async #transcribeWaiting(): Promise<void> {
    this.#isRunning = true
    try {
      const isMine = await tryExclusively(TRANSCRIPTION_LOCK, () => this.#transcribeUntilEmpty())
      // The other tab may close before it is done.
      if (!isMine) this.#scheduleRetry(RETRY_MS.at(-1))
    } catch (error) {
      this.state.setState({ failure: error instanceof ApiError ? error.code : 'INTERNAL' })
      this.#scheduleRetry(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)])
      this.#failures += 1
    } finally {
      this.#isRunning = false
    }
  }

  #scheduleRetry(delay: number | undefined): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => this.check(), delay)
  }

  /**
   * After a failed segment the next one is tried, so that one that a vendor always rejects does not block all
   * later ones. If that fails too, the cause is not the segment.
   */
  async #transcribeUntilEmpty(): Promise<void> {
    let failed: { readonly id: string; readonly error: unknown } | undefined
    do {
      this.#isRerunRequested = false
      const waiting = (await listSegments(this.#options.indexedStore, SEGMENT_STORES.untranscribed))
        .filter(({ state }) => state === 'waiting')
        .toSorted((a, b) => a.start - b.start)
      this.#publishCounts(waiting)
      const next = waiting.find(({ id }) => id !== failed?.id)
      if (next) {
        try {
          await this.#transcribe(next)
          this.#failures = 0
        } catch (error) {
          if (failed) throw error
          failed = { id: next.id, error }
        }
        this.#isRerunRequested = true
      }
    } while (this.#isRerunRequested && this.#isWanted())
    if (failed) throw failed.error
  }

  #isWanted(): boolean {
    return !this.#isStopped && this.#options.isOurs?.() !== false
  }

  #publishCounts(waiting: readonly StoredSegment[]): void {
    const counts: Record<string, number> = {}
    for (const { meetingId } of waiting) counts[meetingId] = (counts[meetingId] ?? 0) + 1
    this.state.setState({ waiting: counts, ...(waiting.length === 0 && { failure: undefined }) })
  }

  async #transcribe(segment: StoredSegment): Promise<void> {
    const { indexedStore, repository } = this.#options
    const meeting = await findMeeting(repository, segment.meetingId)
    if (meeting && segment.end - segment.start >= MIN_SEGMENT_SECONDS) {
      const text = await this.#requestTranscript(segment, meeting)
      if (text !== '') await this.#appendLine(segment, text)
    }
    await this.#uploadAudio(segment)
    await indexedStore.write(asTranscribed(segment))
    this.state.setState({ failure: undefined })
  }

  async #requestTranscript(segment: StoredSegment, topic: MeetingTopic): Promise<string> {
    const { api, language } = this.#options
    const prompt = this.#options.prompt(topic)
    const form = new FormData()
    form.set('durationSeconds', (segment.end - segment.start).toFixed(2))
    form.set('language', language())
    if (prompt !== '') form.set('prompt', prompt)
    form.set('audio', segment.audio, 'segment.wav')
    const transcript = await api.json<typeof postStt>('POST', '/stt', { body: form })
    return transcript.isNoSpeech ? '' : transcript.text.trim()
  }

  /**
   * Retries if the server cannot be reached, but not if it rejects the audio, so that transcription
   * continues.
   */
  async #uploadAudio(segment: StoredSegment): Promise<void> {
    const { repository, sound } = this.#options
    if (!sound || !(await findMeeting(repository, segment.meetingId))?.keepsSound) return
    try {
      await sound.upload(segment)
      this.state.setState({ audioError: undefined })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!isRefused) throw error
      this.state.setState({ audioError: error.code })
    }
  }

  /** Uploads earlier audio of the meeting to the server too. Rejects with an ApiError. */
  async storeAll(meetingId: string): Promise<void> {
    const { indexedStore, sound } = this.#options
    const done = await listSegments(indexedStore, SEGMENT_STORES.transcribed)
    for (const segment of done.filter((candidate) => candidate.meetingId === meetingId))
      await sound?.upload(segment)
  }

  /**
   * A line has the id of its segment: transcribing the same segment again after a crash adds no duplicate.
   */
  async #appendLine({ id, meetingId, start, end, track }: StoredSegment, text: string): Promise<void> {
    const { repository, onLines } = this.#options
    const meeting = await findMeeting(repository, meetingId)
    if (!meeting || meeting.transcriptLines.some((line) => line.id === id)) return
    const line = { id, start, end, track, speaker: null, text }
    onLines(await repository.change(meeting.id, { lines: { put: [line] } }))
  }
}

/** A meeting that was deleted in the meantime cannot receive text. */
async function findMeeting(
  repository: TranscriptionsOptions['repository'],
  id: string,
): Promise<Meeting | undefined> {
  try {
    return await repository.get(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
