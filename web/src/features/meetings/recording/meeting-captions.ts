import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Frame } from '#voice/capture/frames.ts'
import { Captioner, type CaptionerOptions } from '#voice/transcription/captions.ts'
import type { InterimWords } from '#voice/transcription/transcriber.ts'
import { createMeetingDetector } from './meeting-detector.ts'
import type { MeetingTopic } from './transcriptions.ts'

type CaptionTrack = 'me' | 'others'

/** The words of one utterance. */
export interface Caption {
  readonly id: string
  readonly track: CaptionTrack
  readonly words: InterimWords
}

/** More than half a window holds; all of them are in the transcript. */
const CAPTIONS_KEPT = 40

interface MeetingCaptionsOptions {
  readonly isShown: () => boolean
  /** Creates the transcription of one track of a meeting. */
  readonly createTranscribe: (topic: MeetingTopic | undefined) => CaptionerOptions['transcribe']
}

/** The words of the meeting that is being recorded, for display only: the transcript is made of its segments. */
export class MeetingCaptions {
  readonly state: StoreApi<readonly Caption[]> = createStore<readonly Caption[]>(() => [])
  readonly #options: MeetingCaptionsOptions
  #topic: MeetingTopic | undefined
  readonly #captioners = new Map<CaptionTrack, Captioner>()
  /** number of the latest utterance of each track with words */
  readonly #latest = new Map<CaptionTrack, number>()

  constructor(options: MeetingCaptionsOptions) {
    this.#options = options
  }

  /** Called before the first audio of a recording. */
  begin(topic: MeetingTopic): void {
    this.#topic = topic
  }

  pushFrame(track: CaptionTrack, frame: Frame): void {
    let captioner = this.#captioners.get(track)
    if (!captioner) {
      captioner = this.#createCaptioner(track)
      this.#captioners.set(track, captioner)
    }
    captioner.pushFrame(frame)
  }

  /** Completes the current utterance of that track, of all by default: no audio follows for a while. */
  settle(track?: CaptionTrack): void {
    for (const [captionTrack, captioner] of this.#captioners)
      if (track === undefined || captionTrack === track) captioner.settle()
  }

  /** Ends the captions of a recording. */
  end(): void {
    for (const captioner of this.#captioners.values()) captioner.close()
    this.#captioners.clear()
    this.#latest.clear()
    this.state.setState([], true)
  }

  #createCaptioner(track: CaptionTrack): Captioner {
    const { isShown, createTranscribe } = this.#options
    return new Captioner({
      detector: createMeetingDetector(),
      transcribe: createTranscribe(this.#topic),
      isShown,
      onWords: (utterance, words) => this.#put(track, utterance, words),
      now: () => performance.now(),
    })
  }

  /** An utterance keeps its place, and disappears if it contained no words. */
  #put(track: CaptionTrack, utterance: number, words: InterimWords): void {
    const caption: Caption = { id: `${track} ${utterance}`, track, words }
    const before = this.state.getState()
    const isKnown = before.some(({ id }) => id === caption.id)
    if (words.text + words.tail === '')
      this.state.setState(
        before.filter(({ id }) => id !== caption.id),
        true,
      )
    else if (isKnown)
      this.state.setState(
        before.map((shown) => (shown.id === caption.id ? caption : shown)),
        true,
      )
    // Final words may arrive after it was dropped.
    else if (utterance > (this.#latest.get(track) ?? 0)) {
      this.#latest.set(track, utterance)
      this.state.setState([...before, caption].slice(-CAPTIONS_KEPT), true)
    }
  }
}
