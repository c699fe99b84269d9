import { createResampler } from '../../capture/resampler.ts'
import { createPcmDecoder, SPEECH_SAMPLE_RATE } from '../playback/pcm-decoder.ts'
import type { PcmPlayer } from '../playback/pcm-player.ts'
import type { SoundGate } from '../playback/sound-gate.ts'
import type { Aside, SpeechOutputEvent, SpokenTurn } from '../speech-output.ts'
import { SpeechSegmenter } from '@vee/contract/speech-text/speech-segmenter'
import type { Announcements } from '@vee/contract/speech-text/speech-segmenter'
import type { SpeechSegment } from '@vee/contract/speech-text/speech-segment'
import type { OnWords } from '../voices/speech-api.ts'
import { GestureNeededError, SpeechSourceError } from '../voices/speech-source.ts'
import type { SynthesizedSpeech, SpeechSourceId } from '../voices/speech-source.ts'
import type { MadeSpeech, ReplyVoices, VoiceChain } from '../voices/voice-chain.ts'
import { SpokenSegment } from './spoken-segment.ts'

/** Segments that are synthesized ahead of playback: no gaps, and little to discard. */
const AHEAD = 2

type SpeechSamples = Extract<SynthesizedSpeech, { type: 'samples' }>

export interface SpokenReplyOptions {
  readonly turn: SpokenTurn
  /** offset in the reply's source of the first appended text */
  readonly fromOffset: number
  readonly announcements: Announcements
  /** returns the id of the agent that speaks at an offset of a reply; undefined: the one of the turn */
  readonly agentAt?: ((replyId: string, offset: number) => string | undefined) | undefined
  readonly chain: VoiceChain
  readonly player: () => Promise<PcmPlayer>
  readonly gate: SoundGate
  readonly emit: (event: SpeechOutputEvent) => void
  /** called when a self-playing voice reaches a new word */
  readonly onWord: () => void
}

/** One spoken reply, from its first delta to `finished` or `stopped`. */
export class SpokenReply {
  readonly #options: SpokenReplyOptions
  readonly #segmenter: SpeechSegmenter
  readonly #voices: ReplyVoices
  readonly #aborted = new AbortController()
  readonly #segments: SpokenSegment[] = []
  /** what was appended */
  #markdown = ''
  #player: PcmPlayer | undefined
  /** the source of the last segment */
  #lastSource: SpeechSourceId | undefined
  #isComplete = false
  #isOver = false
  #isPaused = false
  #isDucked = false
  /** a self-playing voice, while it speaks */
  #selfPlayed: Extract<SynthesizedSpeech, { type: 'self-played' }> | undefined
  #hasBegun = false
  /** offset in the source of the word that was emitted last */
  #wordStart = -1
  /** seconds of audio that have been played */
  #position = 0
  /** called with a new segment, after the last segment, and when audio was played */
  #wake: () => void = () => {}

  constructor(options: SpokenReplyOptions) {
    this.#options = options
    this.#segmenter = new SpeechSegmenter(options.turn.language, options.announcements)
    this.#voices = options.chain.forReply((notice) =>
      this.#emit({ type: 'notice', turnId: this.turnId, notice }),
    )
    void this.#sayAll()
  }

  get turnId(): string {
    return this.#options.turn.turnId
  }

  append(delta: string): void {
    if (this.#isComplete) return
    this.#markdown += delta
    if (delta.trim() !== '') this.#dropYieldingAsides()
    this.#add(this.#segmenter.append(delta))
  }

  /** Adds a sentence of the page, which is no text of the source, after the text so far. */
  addAside(aside: Aside): void {
    if (this.#isComplete || this.#isOver) return
    this.#add(this.#segmenter.flushSentence())
    const { text } = aside
    const offset = this.#segments.at(-1)?.speechSegment.end ?? 0
    const speechSegment = { text, start: offset, end: offset, offsets: Array.from(text, () => offset) }
    this.#addSegments([new SpokenSegment(speechSegment, aside)])
  }

  /** Returns the speech that continues without that sentence: this one, or another if the sentence is being spoken. */
  withoutAside(asideId: string): SpokenReply {
    const segment = this.#segments.find(({ aside, isOver }) => aside?.id === asideId && !isOver)
    if (!segment?.aside) return this
    const { aside, isStarted } = segment
    segment.isOver = true
    this.#wake()
    if (!isStarted) return this
    if (segment.hasBegun) this.#emit({ type: 'aside-ended', turnId: this.turnId, aside })
    const next = this.retracted(0)
    if (this.#isComplete) next.end()
    return next
  }

  #dropYieldingAsides(): void {
    for (const segment of this.#segments)
      if (segment.aside?.yieldsToText === true && !segment.isStarted) segment.isOver = true
  }

  /** Ends this speech silently. Returns the one that continues without the end of its text. */
  retracted(length: number): SpokenReply {
    const { fromOffset, ...options } = this.#options
    const playedUntil = this.#halt()
    const rest = this.#markdown.slice(playedUntil - fromOffset, this.#markdown.length - length)
    const next = new SpokenReply({
      ...options,
      fromOffset: Math.min(playedUntil, fromOffset + Math.max(0, this.#markdown.length - length)),
    })
    next.duck(this.#isDucked)
    next.setPaused(this.#isPaused)
    next.append(rest)
    return next
  }

  end(): void {
    if (this.#isComplete) return
    this.#isComplete = true
    this.#add(this.#segmenter.end())
    this.#wake()
  }

  /** Stops at once. Returns the played length. */
  stop(): number {
    const wasOver = this.#isOver
    const playedUntil = this.#halt()
    if (!wasOver) this.#options.emit({ type: 'stopped', turnId: this.turnId, playedUntil })
    return playedUntil
  }

  #halt(): number {
    const playedUntil = this.#playedUntil()
    if (this.#isOver) return playedUntil
    this.#isOver = true
    this.#player?.flush()
    this.#aborted.abort()
    this.#wake()
    return playedUntil
  }

  /**
   * Lowers or restores the volume. A self-playing voice cannot change its volume while it speaks: it pauses.
   */
  duck(isDucked: boolean): void {
    this.#isDucked = isDucked
    this.#player?.duck(isDucked)
    this.#updateSelfPlayed()
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#player?.setPaused(isPaused)
    this.#updateSelfPlayed()
  }

  #mayPlayItself(): boolean {
    return !this.#isPaused && !this.#isDucked
  }

  #updateSelfPlayed(): void {
    this.#selfPlayed?.setPaused(!this.#mayPlayItself())
    this.#wake()
  }

  /** Called when the player reaches `position`. */
  played(position: number): void {
    this.#position = position
    for (const segment of this.#segments) if (segment.isSoundingAt(position)) this.#begin(segment)
    const segment = this.#segments.findLast(({ hasBegun }) => hasBegun)
    const word = segment?.wordAt(position)
    if (segment && word) this.#markWord(segment, word.start, word.end)
    this.#wake()
  }

  /** Emits a word of a segment, once. */
  #markWord({ speechSegment }: SpokenSegment, from: number, to: number): void {
    const { turn, fromOffset } = this.#options
    const start = fromOffset + (speechSegment.offsets[from - 1] ?? speechSegment.start)
    if (start === this.#wordStart || this.#isOver) return
    this.#wordStart = start
    const range = {
      replyId: turn.replyId,
      start,
      end: fromOffset + (speechSegment.offsets[to - 1] ?? speechSegment.end),
    }
    this.#emit({ type: 'word', turnId: turn.turnId, range })
  }

  #playedUntil(): number {
    const segment = this.#segments.findLast(({ hasBegun }) => hasBegun)
    return this.#options.fromOffset + (segment?.playedUntil(this.#position) ?? 0)
  }

  #add(segments: readonly SpeechSegment[]): void {
    this.#addSegments(segments.map((segment) => new SpokenSegment(segment)))
  }

  #addSegments(segments: readonly SpokenSegment[]): void {
    if (segments.length === 0 || this.#isOver) return
    this.#segments.push(...segments)
    this.#makeAhead()
    this.#wake()
  }

  #makeAhead(): void {
    let unplayed = this.#segments.filter(
      (segment) => segment.speech && !segment.hasBegun && !segment.isSkipped && !segment.isOver,
    ).length
    for (const segment of this.#segments) {
      if (unplayed >= AHEAD) return
      if (segment.speech || segment.isOver) continue
      segment.speech = this.#make(segment)
      unplayed += 1
    }
  }

  #make(segment: SpokenSegment): Promise<MadeSpeech | undefined> {
    const signal = AbortSignal.any([this.#aborted.signal, segment.renew()])
    const onWords: OnWords = (words) => {
      if (!signal.aborted) segment.addWords(words)
    }
    const { turn } = this.#options
    const agentId = this.#agentOf(segment)
    const isAside = segment.aside !== undefined
    const request = {
      text: segment.speechSegment.text,
      language: turn.language,
      agentId,
      isIntroduction: this.#isIntroduction(segment, agentId),
      onWords,
      ...(isAside && { isAside }),
    }
    const speech = this.#voices.make(request, signal)
    // An awaiting caller receives the error; a segment that is no longer needed may fail silently.
    speech.catch(() => {})
    return speech
  }

  #agentOf({ speechSegment }: SpokenSegment): string | undefined {
    const { turn, fromOffset, agentAt } = this.#options
    return agentAt?.(turn.replyId, fromOffset + speechSegment.start) ?? turn.agentId
  }

  /** The name is said with the first words of the reply, and where another agent speaks on. */
  #isIntroduction(segment: SpokenSegment, agentId: string | undefined): boolean {
    const words = this.#segments.filter(({ aside }) => !aside)
    const before = words[words.indexOf(segment) - 1]
    return before ? this.#agentOf(before) !== agentId : this.#options.fromOffset === 0
  }

  async #sayAll(): Promise<void> {
    try {
      for (let index = 0; ; index += 1) {
        await this.#waitUntil(() => index < this.#segments.length || this.#isComplete)
        const segment = this.#segments[index]
        if (!segment) break
        if (segment.aside) {
          await this.#sayAside(segment, segment.aside)
          continue
        }
        await this.#waitUntil(() => segment.speech !== undefined)
        await this.#say(segment)
      }
      await this.#waitUntil(() => this.#isAllPlayed())
      // Nothing is audible any more: positions restart for the next reply.
      this.#player?.flush()
      this.#isOver = true
      this.#options.emit({ type: 'finished', turnId: this.turnId })
    } catch {
      // Stopped: nothing is left to speak, and `stopped` was emitted.
    }
  }

  /** Speaks an aside apart from the text around it, so that it can be dropped. */
  async #sayAside(segment: SpokenSegment, aside: Aside): Promise<void> {
    await this.#waitUntil(() => segment.isOver || (segment.speech !== undefined && this.#isAllPlayed()))
    if (segment.isOver) return
    segment.isStarted = true
    await this.#say(segment)
    // No voice could speak it: it counts as asked, because it is on the screen.
    if (!segment.hasBegun && segment.isSkipped)
      this.#emit({ type: 'aside-started', turnId: this.turnId, aside })
    await this.#waitUntil(() => this.#isAllPlayed())
    segment.isOver = true
    this.#hasBegun = false
    this.#emit({ type: 'aside-ended', turnId: this.turnId, aside })
  }

  /** Speaks a segment with one voice after the other until one succeeds or none is left. */
  async #say(segment: SpokenSegment): Promise<void> {
    for (let speech = await segment.speech; speech; speech = await this.#make(segment)) {
      this.#throwIfStopped()
      if (this.#isOfVoiceBefore(speech)) continue
      try {
        await this.#play(segment, speech.speech)
        this.#lastSource = speech.source
        return
      } catch (error) {
        this.#throwIfStopped()
        if (error instanceof GestureNeededError) await this.#waitForGesture()
        else this.#voices.fail(speech.source, asSourceError(error))
      }
    }
    // No voice: the text is shown only, and the next segment can be synthesized.
    segment.isSkipped = true
    this.#makeAhead()
  }

  /**
   * Returns whether it was synthesized by a voice that failed since: the reply continues with its successor.
   */
  #isOfVoiceBefore({ source }: MadeSpeech): boolean {
    const hasChanged = this.#lastSource !== undefined && this.#lastSource !== source
    return hasChanged && this.#voices.hasFailed(source)
  }

  async #play(segment: SpokenSegment, speech: SynthesizedSpeech): Promise<void> {
    if (speech.type === 'samples') return this.#playSamples(segment, speech)
    await this.#waitUntil(() => this.#isAllPlayed() && this.#mayPlayItself())
    this.#selfPlayed = speech
    try {
      await speech.play({
        started: () => this.#begin(segment),
        onSpoken: (length) => {
          segment.markSpoken(length)
          this.#markWord(segment, length, wordEnd(segment.speechSegment.text, length))
          this.#options.onWord()
        },
      })
    } finally {
      this.#selfPlayed = undefined
    }
    this.#begin(segment)
    segment.markSpoken(segment.speechSegment.text.length)
  }

  async #playSamples(segment: SpokenSegment, { bytes, speed }: SpeechSamples): Promise<void> {
    const player = await this.#openPlayer()
    const decode = createPcmDecoder()
    const shift = createResampler(Math.round(SPEECH_SAMPLE_RATE * speed), SPEECH_SAMPLE_RATE)
    segment.placeFrom(player.end())
    for await (const chunk of bytes) {
      this.#throwIfStopped()
      player.write(shift(decode(chunk)))
      segment.placeUntil(player.end(), false)
    }
    this.#throwIfStopped()
    player.endSentence()
    segment.placeUntil(player.end(), true)
  }

  async #openPlayer(): Promise<PcmPlayer> {
    if (this.#player) return this.#player
    const player = await this.#options.player()
    this.#throwIfStopped()
    this.#player = player
    if (this.#isPaused) player.setPaused(true)
    if (this.#isDucked) player.duck(true)
    void this.#openGate()
    return player
  }

  /** Text that is written meanwhile waits in the player. */
  async #openGate(): Promise<void> {
    if (!(await this.#options.gate.tryOpen())) this.#emit({ type: 'needs-gesture', turnId: this.turnId })
  }

  async #waitForGesture(): Promise<void> {
    this.#emit({ type: 'needs-gesture', turnId: this.turnId })
    await this.#options.gate.waitForGesture()
  }

  #begin(segment: SpokenSegment): void {
    if (segment.hasBegun || this.#isOver) return
    segment.hasBegun = true
    const { turn, fromOffset } = this.#options
    if (!this.#hasBegun) this.#emit({ type: 'started', turnId: turn.turnId })
    this.#hasBegun = true
    if (segment.aside) return this.#emit({ type: 'aside-started', turnId: turn.turnId, aside: segment.aside })
    const range = {
      replyId: turn.replyId,
      start: fromOffset + segment.speechSegment.start,
      end: fromOffset + segment.speechSegment.end,
    }
    this.#emit({ type: 'sentence', turnId: turn.turnId, range })
    this.#makeAhead()
  }

  #isAllPlayed(): boolean {
    // Positions are sums of samples over a rate: half a sample is inaudible.
    return this.#position >= (this.#player?.end() ?? 0) - 1e-5
  }

  async #waitUntil(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      this.#throwIfStopped()
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    this.#throwIfStopped()
  }

  #throwIfStopped(): void {
    this.#aborted.signal.throwIfAborted()
  }

  #emit(event: SpeechOutputEvent): void {
    if (!this.#isOver) this.#options.emit(event)
  }
}

function asSourceError(error: unknown): SpeechSourceError {
  return error instanceof SpeechSourceError ? error : new SpeechSourceError(undefined, { cause: error })
}

/** Returns the end of the word at an offset of a text. */
function wordEnd(text: string, offset: number): number {
  const length = text.slice(offset).search(/\s|$/)
  return offset + Math.max(1, length)
}
