import type { Voice } from '@vee/contract/entities/voice'
import { meterOf } from '../detect/level.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { openPlayer } from './playback/open-player.ts'
import type { OpenPlayer, PcmPlayer } from './playback/pcm-player.ts'
import { createSoundGate } from './playback/sound-gate.ts'
import type { SoundGate } from './playback/sound-gate.ts'
import { createSpeakRequests } from './reply/speak-requests.ts'
import type { SpeakRequests } from './reply/speak-requests.ts'
import { SpokenReply } from './reply/spoken-reply.ts'
import { createWordPulse } from './reply/word-pulse.ts'
import type { WordPulse } from './reply/word-pulse.ts'
import type { Aside, SpeechOutput, SpeechOutputEvent, SpokenTurn, StoppedSpeech } from './speech-output.ts'
import { speechSegmentsOf, type Announcements } from '@vee/contract/speech-text/speech-segmenter'
import { createBrowserSource } from './voices/browser-source.ts'
import type { BrowserSpeech } from './voices/browser-source.ts'
import { listBrowserVoices } from './voices/browser-voices.ts'
import { createServerSource } from './voices/server-source.ts'
import { createVoiceCatalogue } from './voices/speech-api.ts'
import type { SpeechApi, VoiceCatalogue } from './voices/speech-api.ts'
import type { VoiceSettings } from './voices/speech-source.ts'
import { VoiceChain } from './voices/voice-chain.ts'

/** The speech output with the parts that the app needs and the voice session does not. */
export interface MutableSpeechOutput extends SpeechOutput {
  /** Stops speech at once and mutes replies; a requested replay is spoken. */
  setMuted(isMuted: boolean): void
  /** Returns every available voice of the browser and the server. */
  voices(): Promise<Voice[]>
}

export interface SpeechOutputOptions {
  readonly api: SpeechApi
  readonly settings: () => VoiceSettings
  /** returns what is spoken in place of visual content, in the language of the reply */
  readonly announcements: (language: string) => Announcements
  /** returns the id of the agent that speaks at an offset of a reply; undefined: the one of the turn */
  readonly agentAt?: ((replyId: string, offset: number) => string | undefined) | undefined
  /** created with the first call; its owner closes it */
  readonly audioContext: () => AudioContext
  /** undefined if the browser cannot speak */
  readonly browserSpeech?: BrowserSpeech | undefined
  readonly clock?: Clock
  readonly openPlayer?: OpenPlayer
}

/** Pauses between sentences are shorter. */
const MEASURED_FOR_MS = 2_000

export function createSpeechOutput(options: SpeechOutputOptions): MutableSpeechOutput {
  return new VeeSpeechOutput(options)
}

class VeeSpeechOutput implements MutableSpeechOutput {
  readonly #options: SpeechOutputOptions
  readonly #clock: Clock
  readonly #catalogue: VoiceCatalogue
  readonly #chain: VoiceChain
  readonly #gate: SoundGate
  readonly #requests: SpeakRequests
  readonly #pulse: WordPulse
  /** when the player was last audible */
  #measuredAt = -Infinity
  readonly #listeners = new Set<(event: SpeechOutputEvent) => void>()
  #player: Promise<PcmPlayer> | undefined
  #level = () => 0
  #reply: SpokenReply | undefined
  /** a turn that stays silent because the voice is muted */
  #mutedTurnId: string | undefined
  #isMuted = false

  constructor(options: SpeechOutputOptions) {
    const { api, settings, audioContext, browserSpeech: speech, clock = systemClock } = options
    this.#options = options
    this.#clock = clock
    this.#catalogue = createVoiceCatalogue(api)
    const server = { api, catalogue: this.#catalogue, settings, clock }
    const sources = [
      createServerSource({ id: 'server', ...server }),
      createBrowserSource({ speech, settings, clock }),
      createServerSource({ id: 'server-basic', ...server }),
    ]
    this.#chain = new VoiceChain({ sources, settings, clock })
    this.#gate = createSoundGate(audioContext, clock)
    this.#requests = createSpeakRequests(clock)
    this.#pulse = createWordPulse(clock)
  }

  begin(turn: SpokenTurn): void {
    this.stop()
    if (this.#isMuted) this.#mutedTurnId = turn.turnId
    else this.#reply = this.#say(turn, 0)
  }

  append(turnId: string, markdownDelta: string): void {
    if (this.#reply?.turnId === turnId) this.#reply.append(markdownDelta)
  }

  retract(turnId: string, length: number): void {
    if (this.#reply?.turnId === turnId) this.#reply = this.#reply.retracted(length)
  }

  addAside(turnId: string, aside: Aside): void {
    if (this.#reply?.turnId === turnId) this.#reply.addAside(aside)
  }

  dropAside(turnId: string, asideId: string): void {
    if (this.#reply?.turnId === turnId) this.#reply = this.#reply.withoutAside(asideId)
  }

  end(turnId: string): void {
    if (this.#reply?.turnId === turnId) this.#reply.end()
    if (this.#mutedTurnId !== turnId) return
    this.#mutedTurnId = undefined
    this.#emit({ type: 'finished', turnId })
  }

  stop(): StoppedSpeech {
    this.#requests.dropAll()
    return { playedUntil: this.#stopReply() }
  }

  replay(turn: SpokenTurn, markdown: string, offset: number): void {
    const { turnId, language } = turn
    const fromOffset = this.#sentenceAt(markdown, offset, language)
    const text = markdown.slice(fromOffset)
    this.#stopReply()
    if (text.trim() === '') return this.#emit({ type: 'finished', turnId })
    this.#requests.add({
      text,
      say: () => {
        this.#reply = this.#say(turn, fromOffset)
        this.#reply.append(text)
        this.#reply.end()
      },
      drop: () => this.#emit({ type: 'stopped', turnId, playedUntil: fromOffset }),
    })
  }

  duck(isDucked: boolean): void {
    this.#reply?.duck(isDucked)
  }

  setPaused(isPaused: boolean): void {
    this.#reply?.setPaused(isPaused)
  }

  unlock(): void {
    this.#gate.unlock()
    void this.#openedPlayer().catch(() => {})
    // Loads the list of voices before the first clause is ready: a reply must not wait for it.
    if (this.#options.settings().provider !== 'browser') void this.#catalogue.voices().catch(() => {})
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    if (isMuted) this.stop()
  }

  level(): number {
    return Math.max(this.#level(), this.#pulse.level())
  }

  isMeasured(): boolean {
    const now = this.#clock.now()
    if (this.#level() > 0) this.#measuredAt = now
    return now - this.#measuredAt < MEASURED_FOR_MS
  }

  async voices(): Promise<Voice[]> {
    const [ofServer, ofBrowser] = await Promise.all([
      this.#catalogue.reload().catch(() => []),
      this.#browserVoices(),
    ])
    return [...ofServer, ...ofBrowser]
  }

  subscribe(listener: (event: SpeechOutputEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    this.stop()
    this.#listeners.clear()
    void this.#player?.then((player) => player.dispose())
    this.#player = undefined
  }

  /**
   * Returns the start of the sentence at the offset: speech that starts within a word is not intelligible.
   */
  #sentenceAt(markdown: string, offset: number, language: string): number {
    if (offset <= 0) return 0
    const segments = speechSegmentsOf(markdown, language, this.#options.announcements(language))
    return segments.find(({ start, end }) => start < offset && offset < end)?.start ?? offset
  }

  #say(turn: SpokenTurn, fromOffset: number): SpokenReply {
    if (this.#options.settings().provider === 'server') void this.#openedPlayer().catch(() => {})
    return new SpokenReply({
      turn,
      fromOffset,
      announcements: this.#options.announcements(turn.language),
      agentAt: this.#options.agentAt,
      chain: this.#chain,
      gate: this.#gate,
      player: () => this.#openedPlayer(),
      emit: (event) => this.#emit(event),
      onWord: () => this.#pulse.beat(),
    })
  }

  /** Returns the played length, from the start of its source. */
  #stopReply(): number {
    this.#mutedTurnId = undefined
    const reply = this.#reply
    this.#reply = undefined
    return reply?.stop() ?? 0
  }

  /** One for all replies; requested early, because its worklet has to be loaded. */
  #openedPlayer(): Promise<PcmPlayer> {
    this.#player ??= this.#newPlayer()
    return this.#player
  }

  async #newPlayer(): Promise<PcmPlayer> {
    const { audioContext, settings, openPlayer: open = openPlayer } = this.#options
    const player = await open(audioContext(), {
      volume: () => settings().volume,
      onPlayed: (position) => this.#reply?.played(position),
    })
    this.#level = () => meterOf(player.level())
    return player
  }

  async #browserVoices(): Promise<Voice[]> {
    const { browserSpeech } = this.#options
    if (!browserSpeech) return []
    const voices = await listBrowserVoices(browserSpeech.synthesis, this.#clock)
    return voices.map(({ voice }) => voice)
  }

  #emit(event: SpeechOutputEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
