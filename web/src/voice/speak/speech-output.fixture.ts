import type { Voice } from '@vee/contract/entities/voice'
import { FakeClock } from './clock.fixture.ts'
import { createSpeechOutput } from './create-speech-output.ts'
import { SPEECH_SAMPLE_RATE } from './playback/pcm-decoder.ts'
import type { PcmPlayer, PlayerOptions } from './playback/pcm-player.ts'
import type { SpeechOutputEvent } from './speech-output.ts'
import type { Announcements } from '@vee/contract/speech-text/speech-segmenter'
import type { BrowserSpeech } from './voices/browser-source.ts'
import type { ServerSynthesisRequest, SpeechApi } from './voices/speech-api.ts'
import type { VoiceSettings } from './voices/speech-source.ts'

/** Duration of a code unit with the fake server's voice, in seconds. */
export const SECONDS_PER_CHARACTER = 0.05

/** A player that plays on command. */
class FakePlayer implements PcmPlayer {
  readonly options: PlayerOptions
  #written = 0
  #played = 0
  silences = 0

  constructor(options: PlayerOptions) {
    this.options = options
  }

  write(samples: Float32Array): void {
    this.#written += samples.length / SPEECH_SAMPLE_RATE
  }

  endSentence(): void {}
  end = (): number => this.#written
  isDucked = false
  isPaused = false

  duck(isDucked: boolean): void {
    this.isDucked = isDucked
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused
  }

  level = (): number => (this.#played < this.#written ? 0.5 : 0)
  dispose(): void {}

  flush(): void {
    this.silences += 1
    this.#written = 0
    this.#played = 0
  }

  /** Plays up to `seconds` of the buffer. */
  play(seconds: number): void {
    if (this.isPaused) return
    this.#played = Math.min(this.#written, this.#played + seconds)
    this.options.onPlayed(this.#played)
  }
}

/** The server's endpoints, with responses that the test can delay or reject. */
class FakeSpeechApi implements SpeechApi {
  voiceList: readonly Voice[] = [serverVoice('openai', 'alloy')]
  readonly requests: ServerSynthesisRequest[] = []
  readonly aborted: string[] = []
  /** returns the response to an order; throws to reject it */
  respond: (request: ServerSynthesisRequest) => Promise<Uint8Array[]> | Uint8Array[] = (request) => [
    speechOf(request.text),
  ]

  listCount = 0

  listVoices(): Promise<{ voices: readonly Voice[] }> {
    this.listCount += 1
    return Promise.resolve({ voices: this.voiceList })
  }

  async makeSpeech(request: ServerSynthesisRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    this.requests.push(request)
    const { promise, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => {
      this.aborted.push(request.text)
      reject(signal.reason)
    })
    const parts = await Promise.race([this.respond(request), promise])
    return (async function* () {
      yield* parts
    })()
  }

  get texts(): string[] {
    return this.requests.map(({ text }) => text)
  }
}

export function speechOf(text: string): Uint8Array {
  return new Uint8Array(Math.round(text.length * SECONDS_PER_CHARACTER * SPEECH_SAMPLE_RATE) * 2)
}

export function serverVoice(
  provider: 'openai' | 'espeak',
  name: string,
  lang = 'mul',
  isDefault = true,
): Voice {
  return {
    id: `${provider}_${name}`,
    providerVoiceId: name,
    name,
    lang,
    provider,
    quality: provider === 'espeak' ? 'basic' : 'natural',
    isDefault,
    gender: null,
    description: '',
  }
}

/** Returns an error of the server as the API client throws it. */
export function refusal(code: string): Error {
  return Object.assign(new Error(code), { code })
}

const announcements: Announcements = {
  code: 'Code is on the screen.',
  table: 'A table is on the screen.',
  diagram: 'A diagram is on the screen.',
  formula: 'A formula is on the screen.',
  image: 'An image is on the screen.',
}

/** An audio context as far as the gate uses it: it runs when it is allowed to. */
class FakeContext {
  state = 'suspended'
  isAllowed = true

  resume(): Promise<void> {
    if (!this.isAllowed) return new Promise(() => {})
    this.state = 'running'
    return Promise.resolve()
  }
}

interface Overrides {
  readonly browserSpeech?: BrowserSpeech
  readonly settings?: Partial<VoiceSettings>
}

export function setUpSpeechOutput({ browserSpeech, settings }: Overrides = {}) {
  const clock = new FakeClock()
  const api = new FakeSpeechApi()
  const context = new FakeContext()
  const events: SpeechOutputEvent[] = []
  const chosen: VoiceSettings = {
    provider: 'server',
    speakers: [{ id: 'v_agent', name: 'V', voiceId: '' }],
    agentId: 'v_agent',
    rate: 1.2,
    pitch: 1,
    volume: 0.9,
    ...settings,
  }
  const opened = Promise.withResolvers<FakePlayer>()
  const speechOutput = createSpeechOutput({
    api,
    clock,
    browserSpeech,
    settings: () => chosen,
    announcements: () => announcements,
    audioContext: () => context as unknown as AudioContext,
    openPlayer(_, options) {
      const player = new FakePlayer(options)
      opened.resolve(player)
      return Promise.resolve(player)
    },
  })
  speechOutput.subscribe((event) => events.push(event))
  return { speechOutput, api, clock, context, events, player: opened.promise }
}

/** Lets all resolved promises run their callbacks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export const typesOf = (events: readonly SpeechOutputEvent[]) => events.map(({ type }) => type)
export const noticesOf = (events: readonly SpeechOutputEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []))
