import { LIVE_PIECES_UNASKED } from '@vee/contract/live/limits'
import type { LiveSpeech } from '@vee/contract/live/messages'
import { Chunker } from '@vee/contract/speakable/chunker'
import type { SpeechPiece } from '@vee/contract/speakable/speech-piece'
import type { NumberedReplyEvent } from '../replies/index.ts'
import type { SpokenText } from '../speech/index.ts'
import { presentError } from '../present-error.ts'
import type { LiveLine } from './ports.ts'

/** Makes one piece's speech; `signal` ends it. */
export type MakeSpeech = (text: string, signal: AbortSignal) => Promise<SpokenText>

/**
 * The voice of a reply that is being written: cuts it as the client does, makes the pieces, and sends one
 * after the other. The first pieces are made before anybody asks; the others when the listener comes to them,
 * so that little is thrown away when the listener interrupts. Nothing goes out before `sayTo`.
 */
export class SpeechPipeline {
  readonly #turnId: string
  readonly #wantMs: number
  readonly #make: MakeSpeech
  readonly #chunker: Chunker
  readonly #ended = new AbortController()
  readonly #pieces: SpeechPiece[] = []
  readonly #made: Promise<SpokenText>[] = []
  #wanted = LIVE_PIECES_UNASKED
  /** the piece that is sent now */
  #sending = 0
  #isComplete = false
  #changed = Promise.withResolvers<void>()

  /** @param wantMs a piece that nobody wants for so long, once it is there, is not waited for: the voice is over */
  constructor(turnId: string, { language, announcements }: LiveSpeech, wantMs: number, make: MakeSpeech) {
    this.#turnId = turnId
    this.#wantMs = wantMs
    this.#make = make
    this.#chunker = new Chunker(language, announcements)
  }

  /** Cuts the reply as it comes; over when the reply is, or nobody wants to hear it. */
  async follow(events: AsyncIterable<NumberedReplyEvent>): Promise<void> {
    for await (const { event } of events) {
      if (this.#ended.signal.aborted) return
      if (event.type === 'chunk') this.#add(this.#chunker.append(event.content))
    }
    this.#add(this.#chunker.end())
    this.#isComplete = true
    this.#tell()
  }

  /** The listener will soon come to that piece. */
  want(piece: number): void {
    this.#wanted = Math.max(this.#wanted, piece + 1)
    this.#makeAhead()
    this.#tell()
  }

  /** Silence from now on. */
  end(): void {
    this.#ended.abort()
    this.#tell()
  }

  /** Sends the pieces in order until the last one, a failure, or the end. */
  async sayTo(line: LiveLine): Promise<void> {
    const turnId = this.#turnId
    for (let index = 0; ; index += 1) {
      this.#sending = index
      this.#makeAhead()
      if (!(await this.#hasBegun(index))) return
      const [piece, making] = [this.#pieces[index], this.#made[index]]
      if (!piece || !making) return
      try {
        const { audio } = await making
        if (this.#ended.signal.aborted) return
        const { text, start, end } = piece
        line.send({ type: 'speech-started', turnId, piece: index, text, start, end })
        for await (const bytes of audio) {
          await line.sendSound(bytes)
          if (this.#ended.signal.aborted) return
        }
        line.send({ type: 'speech-ended', turnId, piece: index })
      } catch (error) {
        if (this.#ended.signal.aborted) return
        line.send({ type: 'speech-failed', turnId, piece: index, error: presentError(error).code })
        this.end()
        return
      }
    }
  }

  #add(pieces: readonly SpeechPiece[]): void {
    if (pieces.length === 0) return
    this.#pieces.push(...pieces)
    this.#makeAhead()
    this.#tell()
  }

  #makeAhead(): void {
    if (this.#ended.signal.aborted) return
    // Whatever is wanted: no more than these are held here for a listener who is slow.
    const end = Math.min(this.#wanted, this.#sending + LIVE_PIECES_UNASKED)
    for (const [index, piece] of this.#pieces.slice(0, end).entries()) {
      if (this.#made[index]) continue
      const making = this.#make(piece.text, this.#ended.signal)
      // Whoever comes to it hears of a failure; a piece that nobody comes to may fail in peace.
      making.catch(() => {})
      this.#made[index] = making
    }
  }

  /** Resolves when that piece has been begun; false when there is none, or nobody wants to hear it. */
  async #hasBegun(index: number): Promise<boolean> {
    for (;;) {
      if (this.#ended.signal.aborted) return false
      if (this.#made[index]) return true
      const isThere = index < this.#pieces.length
      if (this.#isComplete && !isThere) return false
      const unwanted = isThere ? setTimeout(() => this.end(), this.#wantMs) : undefined
      await this.#changed.promise
      clearTimeout(unwanted)
    }
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
