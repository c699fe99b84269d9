import { SEGMENTS_AHEAD } from '@vee/contract/socket/socket-limits'
import type { SocketTurnSpeech } from '@vee/contract/socket/messages'
import { SpeechSegmenter } from '@vee/contract/speech-text/speech-segmenter'
import type { SpeechSegment } from '@vee/contract/speech-text/speech-segment'
import type { NumberedReplyEvent } from '../../replies/index.ts'
import type { SynthesizedText } from '../speech/index.ts'
import { presentError } from '../../errors/present-error.ts'
import type { SocketChannel } from './ports.ts'

interface SpeakersWords {
  readonly text: string
  /** id of the agent that speaks it */
  readonly speakerId: string
}

/** Synthesizes one segment; `signal` aborts it. */
type MakeSpeech = (words: SpeakersWords, signal: AbortSignal) => Promise<SynthesizedText>

/**
 * Speaks a reply while it is written: splits it like the client, synthesizes the segments, and sends them in
 * order. The first segments are synthesized at once, the others when the listener approaches them, so that an
 * interruption discards little. Nothing is sent before `speakTo`.
 */
export class SpeechPipeline {
  readonly #turnId: string
  readonly #segmentRequestTimeoutMs: number
  readonly #make: MakeSpeech
  readonly #segmenter: SpeechSegmenter
  readonly #ended = new AbortController()
  readonly #segments: SpeechSegment[] = []
  readonly #spokenTexts: Promise<SynthesizedText>[] = []
  /** who speaks from which offset of the text on */
  readonly #speakers: { readonly from: number; readonly speakerId: string }[] = []
  /** length of the text so far, in UTF-16 code units */
  #textLength = 0
  #requestedCount = SEGMENTS_AHEAD
  /** the segment that is being sent */
  #sending = 0
  #isComplete = false
  #retractedAt: number | undefined
  #changed = Promise.withResolvers<void>()

  /** @param segmentRequestTimeoutMs timeout of the request for a ready segment; after it the speech ends */
  constructor(
    turnId: string,
    { language, announcements }: SocketTurnSpeech,
    segmentRequestTimeoutMs: number,
    make: MakeSpeech,
  ) {
    this.#turnId = turnId
    this.#segmentRequestTimeoutMs = segmentRequestTimeoutMs
    this.#make = make
    this.#segmenter = new SpeechSegmenter(language, announcements)
  }

  /**
   * Splits the reply while it arrives. Resolves at its end, or when its speech ended, which retracted text does: what
   * was said of it cannot be taken back, and the offsets of what follows are others.
   */
  async follow(events: AsyncIterable<NumberedReplyEvent>): Promise<void> {
    for await (const { id, event } of events) {
      if (this.#ended.signal.aborted) return
      if (event.type === 'start' || event.type === 'speaker')
        this.#speakers.push({ from: this.#textLength, speakerId: event.agentId })
      if (event.type === 'chunk') {
        this.#textLength += event.content.length
        this.#add(this.#segmenter.append(event.content))
      }
      if (event.type === 'marked') this.#textLength += event.content.length - event.length
      if (event.type === 'retracted' && event.kind === 'text') {
        this.#retractedAt = id
        return this.end()
      }
    }
    this.#add(this.#segmenter.end())
    this.#isComplete = true
    this.#wake()
  }

  /** Returns the event that retracted text, which ended the speech; undefined if there was none. */
  get retractedAt(): number | undefined {
    return this.#retractedAt
  }

  /** Called when the listener approaches that segment. */
  want(index: number): void {
    this.#requestedCount = Math.max(this.#requestedCount, index + 1)
    this.#makeAhead()
    this.#wake()
  }

  /** Stops the speech. */
  end(): void {
    this.#ended.abort()
    this.#wake()
  }

  /** Sends the segments in order until the last one, a failure, or the end. */
  async speakTo(channel: SocketChannel): Promise<void> {
    const turnId = this.#turnId
    for (let index = 0; ; index += 1) {
      this.#sending = index
      this.#makeAhead()
      if (!(await this.#hasBegun(index))) return
      const [segment, making] = [this.#segments[index], this.#spokenTexts[index]]
      if (!segment || !making) return
      try {
        const { audio, takeWords } = await making
        const sendWords = () => {
          const words = takeWords()
          if (words.length > 0)
            channel.send({ type: 'speech-words', turnId, piece: index, words: [...words] })
        }
        if (this.#ended.signal.aborted) return
        const { text, start, end } = segment
        channel.send({ type: 'speech-started', turnId, piece: index, text, start, end })
        for await (const bytes of audio) {
          sendWords()
          await channel.sendAudio(bytes)
          if (this.#ended.signal.aborted) return
        }
        sendWords()
        channel.send({ type: 'speech-ended', turnId, piece: index })
      } catch (error) {
        if (this.#ended.signal.aborted) return
        channel.send({ type: 'speech-failed', turnId, piece: index, error: presentError(error).code })
        this.end()
        return
      }
    }
  }

  #add(segments: readonly SpeechSegment[]): void {
    if (segments.length === 0) return
    this.#segments.push(...segments)
    this.#makeAhead()
    this.#wake()
  }

  #makeAhead(): void {
    if (this.#ended.signal.aborted) return
    // Limits the segments that are held for a slow listener.
    const end = Math.min(this.#requestedCount, this.#sending + SEGMENTS_AHEAD)
    for (const [index, segment] of this.#segments.slice(0, end).entries()) {
      if (this.#spokenTexts[index]) continue
      const speaker = this.#speakers.findLast(({ from }) => from <= segment.start)
      const words = { text: segment.text, speakerId: speaker?.speakerId ?? '' }
      const making = this.#make(words, this.#ended.signal)
      // An awaiting caller receives the error; a segment that is no longer needed may fail silently.
      making.catch(() => {})
      this.#spokenTexts[index] = making
    }
  }

  /** Resolves when that segment is being synthesized; false if there is none, or the speech ended. */
  async #hasBegun(index: number): Promise<boolean> {
    for (;;) {
      if (this.#ended.signal.aborted) return false
      if (this.#spokenTexts[index]) return true
      const isThere = index < this.#segments.length
      if (this.#isComplete && !isThere) return false
      const unwanted = isThere ? setTimeout(() => this.end(), this.#segmentRequestTimeoutMs) : undefined
      await this.#changed.promise
      clearTimeout(unwanted)
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
