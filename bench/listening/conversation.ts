import { commandOf } from '@vee/contract/spoken/commands'
import { matchWakeWord } from '@vee/contract/spoken/wake-words'
import { FRAME_MS, FRAME_SAMPLES, type Frame } from '../../web/src/voice/capture/frames.ts'
import type { Microphone } from '../../web/src/voice/capture/microphone.ts'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { rmsOf } from '../../web/src/voice/detect/level.ts'
import type { Detector } from '@vee/contract/audio/detector'
import { createHandsFree } from '../../web/src/voice/hands-free/hands-free.ts'
import type { WakeWordSpotter } from '../../web/src/voice/hands-free/wake-word-spotter.ts'
import type { HandsFreeMode } from '../../web/src/voice/session/listening.ts'
import { FakeUtterances } from '../../web/src/voice/session/utterances.fixture.ts'
import { createVoiceSession } from '../../web/src/voice/session/voice-session.ts'
import { FakeClock } from '../../web/src/voice/speak/clock.fixture.ts'
import type { RunningSpotter } from './device-spotting.ts'
import { wordsIn, type Scene, type SpokenWord } from './scene.ts'
import { createRandom } from './sounds.ts'
import { VirtualSpeechOutput, type SpokenSentence, type VoiceEvent } from './virtual-speech-output.ts'
import { SimulatedWhisper } from './whisper.ts'

/** Time from a question to the first token of its reply, ms. */
const REPLY_DELAY_MS = 300
/** Longest stretch of frames that a loaded main thread receives late, in one piece. */
const MAX_BURST_FRAMES = 12

/** The default settings of hands-free listening. */
const RULES = {
  autoSend: true,
  smartEnd: true,
  pauseTimeoutMs: 6_500,
  silenceSendDelayMs: 2_500,
  commandTimeoutMs: 4_000,
  commandPauseMs: 1_500,
  untranscribedCommandPauseMs: 3_000,
  maxUtteranceMs: 28_000,
}

/** The names of the assistants that accept speech, and the default wake words. */
const AGENTS = ['V', 'Tutor', 'Diary', 'Nerf', 'System Designer', 'Coding Interviewer', 'Coding Assistant']
export const WAKE_WORDS = [...AGENTS, 'v', 'vee', 'victoria', 'hey v']

interface Echo {
  /** impulse response from the loudspeaker to the microphone, with its delay and attenuation */
  readonly response: Float32Array
  /** the weakest echo that a recognizer understands is 40 dB below full scale */
  readonly isAudible: boolean
}

export interface ConversationOptions {
  readonly mode: HandsFreeMode
  readonly scene: Scene
  readonly seed: number
  readonly reply?: readonly SpokenSentence[]
  /** a question that is typed when listening starts, so that Vee speaks */
  readonly question?: string
  /** absent: headphones */
  readonly echo?: Echo
  /** the main thread is busy: frames arrive late and in bursts */
  readonly isLoaded?: boolean
  readonly createDetector?: () => BenchDetector
  /** spots wake words on the device, so that nothing is sent before one */
  readonly device?: RunningSpotter
  /** the setting "Listen while Vee speaks"; on if absent */
  readonly listensDuringResponse?: boolean
  /** delay of the services in all, in ms: half of it until the words, half until the reply; by default that of Whisper */
  readonly servicesMs?: number
}

/** A detector, and whether it still processes audio: the virtual clock waits for it. */
export interface BenchDetector {
  readonly detector: Detector
  readonly isBusy: () => boolean
}

export interface ConversationLog {
  /** questions that reached the model */
  readonly asked: readonly { readonly at: number; readonly text: string; isWithdrawn: boolean }[]
  readonly commands: readonly { readonly at: number; readonly text: string }[]
  readonly wakes: readonly { readonly at: number; readonly word: string }[]
  readonly voice: readonly VoiceEvent[]
  /** sound that left the device */
  readonly sent: SimulatedWhisper['sent']
}

const NO_SPOTTER: WakeWordSpotter = {
  isAvailable: () => false,
  start: () => undefined,
  stop: () => undefined,
  speechEnded: () => undefined,
}

const isNeverBusy = () => false
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Runs the voice code of the page over a scene, on a virtual clock. */
export async function converse(options: ConversationOptions): Promise<ConversationLog> {
  const { mode, scene, seed, reply = [], question, echo, isLoaded = false, device, servicesMs } = options
  const clock = new FakeClock()
  const random = createRandom(seed)
  const asked: { at: number; text: string; turnId: string; isWithdrawn: boolean }[] = []
  const commands: { at: number; text: string }[] = []
  const wakes: { at: number; word: string }[] = []
  const echoed = new EchoedWords()
  const whisper = new SimulatedWhisper(
    clock,
    () => scene,
    seed,
    (from, to) =>
      echo?.isAudible === true ? echoed.words.filter((word) => word.to > from && word.from < to) : [],
    servicesMs === undefined ? undefined : { least: servicesMs / 2, most: servicesMs / 2 },
  )
  const speechOutput = new VirtualSpeechOutput(clock, reply)
  let isBusy = isNeverBusy
  let follow: ((frame: Frame) => void) | undefined
  const microphone: Microphone = {
    permission: () => Promise.resolve('granted'),
    open: () =>
      Promise.resolve({
        begin: () => undefined,
        follow: (listener) => {
          follow = listener
          return () => undefined
        },
        level: () => 0,
        finish: () => Promise.reject(new Error('never closed by finishing')),
        close: () => void (follow = undefined),
      }),
  }
  const composer = {
    text: '',
    addTranscript(text: string) {
      this.text = [this.text, text].filter((part) => part !== '').join(' ')
    },
    focusSend: () => undefined,
    focus: () => undefined,
    send() {
      if (session.submit(this.text)) this.text = ''
    },
  }
  const executeCommand = (text: string): Promise<boolean> => {
    const isCommand = isCommandOf(text, scene.language)
    if (isCommand) commands.push({ at: clock.now(), text })
    return Promise.resolve(isCommand)
  }
  let ids = 0
  const createId = () => `id${(ids += 1)}`
  const session = createVoiceSession({
    microphone,
    transcriber: whisper,
    utterances: new FakeUtterances(),
    speechOutput,
    composer,
    clock,
    createId,
    conversation: {
      ask({ turnId, text }) {
        asked.push({ at: clock.now(), text, turnId, isWithdrawn: false })
        clock.after(servicesMs === undefined ? REPLY_DELAY_MS : servicesMs / 2, () => {
          session.progress({ type: 'reply-started', turnId, replyId: `reply-${turnId}` })
          session.progress({
            type: 'reply-text',
            turnId,
            text: speechOutput.text || 'Well, this is the reply.',
          })
          session.progress({ type: 'reply-ended', turnId, outcome: 'complete' })
        })
      },
      stop: () => undefined,
      withdraw(turnId) {
        const turn = asked.find((one) => one.turnId === turnId)
        if (!turn) return
        turn.isWithdrawn = true
        composer.addTranscript(turn.text)
      },
    },
    preferences: {
      sendsAtOnce: () => true,
      speaksReplies: () => reply.length > 0,
      inputMode: () => mode,
      spokenLanguage: () => scene.language,
      replyLanguage: () => scene.language,
    },
    executeCommandIn: async (text) => {
      if (await executeCommand(text)) return ''
      const call = mode === 'voice-activation' ? matchWakeWord(text, WAKE_WORDS) : undefined
      return call?.isAddressed === true ? call.rest : text
    },
    handsFree: (controller) =>
      createHandsFree(controller, {
        microphone,
        transcriber: whisper,
        createDetector: () => {
          const created = options.createDetector?.() ?? lightDetector()
          isBusy = created.isBusy
          return created.detector
        },
        endpointing: () => RULES,
        pauses: { load: () => [], save: () => undefined },
        duplex: () => ({
          listensDuringResponse: options.listensDuringResponse ?? true,
          usesHeadphones: echo === undefined,
        }),
        language: () => scene.language,
        wakeWords: () => WAKE_WORDS,
        onWakeWord: (word) => void wakes.push({ at: clock.now(), word }),
        spotter: device?.spotter ?? NO_SPOTTER,
        maySendBeforeWakeWord: () => device === undefined,
        executeCommand,
        chime: () => undefined,
        clock,
        createId,
      }),
    origin: () => ({ agentId: 'v_agent', conversationId: 'c1' }),
    onPageHidden: () => () => undefined,
  })
  session.press()
  await settled()
  await settled()
  if (question !== undefined) {
    composer.addTranscript(question)
    composer.send()
  }

  const loop = new EchoPath(echo?.response)
  let waiting: Frame[] = []
  let burst = 0
  for (let index = 0; (index + 1) * FRAME_SAMPLES <= scene.samples.length; index += 1) {
    const played = speechOutput.play()
    echoed.note(speechOutput.current, clock.now())
    clock.advance(FRAME_MS)
    const sound = new Float32Array(scene.samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES))
    loop.addTo(sound, played)
    const frame = frameOf(sound, index)
    whisper.captured(frame.samples, index)
    waiting.push(frame)
    if (isLoaded && burst <= 0) burst = random() < 0.2 ? Math.ceil(random() * MAX_BURST_FRAMES) : 1
    burst -= 1
    if (isLoaded && burst > 0) continue
    for (const one of waiting) follow?.(one)
    waiting = []
    await device?.settled()
    await settled()
    while (whisper.isReading || isBusy()) await settled()
  }
  // Closing the page stops the voice, which is no part of the conversation.
  const voice = [...speechOutput.events]
  session.dispose()
  return { asked, commands, wakes, voice, sent: whisper.sent }
}

export function isCommandOf(text: string, language: string): boolean {
  const agents = AGENTS.map((label) => ({ id: label, label }))
  return commandOf(text, { language, agents, wakeWords: WAKE_WORDS }) !== undefined
}

/** Notes when each word of the voice reaches the microphone. */
class EchoedWords {
  readonly words: SpokenWord[] = []
  #text = ''
  #share = 0

  note(current: VirtualSpeechOutput['current'], now: number): void {
    if (!current) return
    if (current.text !== this.#text || current.share < this.#share) this.#share = 0
    this.#text = current.text
    for (const word of wordsIn(current.text, 0, 1, false)) {
      if (word.to <= this.#share || word.to > current.share) continue
      this.words.push({ ...word, from: now - (word.to - word.from) * current.ms, to: now })
    }
    this.#share = current.share
  }
}

function frameOf(sound: Float32Array, index: number): Frame {
  const samples = new Int16Array(sound.length)
  for (let position = 0; position < sound.length; position += 1)
    samples[position] = Math.max(-0x8000, Math.min(0x7fff, Math.round((sound[position] ?? 0) * 0x8000)))
  return { samples, level: rmsOf(sound), capturedAt: index * FRAME_SAMPLES }
}

/** The detector without a model. */
const lightDetector = (): BenchDetector => ({
  detector: createEnergyDetector({ sensitivityDb: -50, hasOneSpeaker: true }),
  isBusy: isNeverBusy,
})

/** The way of played sound to the microphone. */
class EchoPath {
  readonly #taps: readonly (readonly [number, number])[]
  readonly #history: Float32Array
  #at = 0

  constructor(response: Float32Array = new Float32Array()) {
    this.#taps = [...response.entries()].filter(([, tap]) => Math.abs(tap) > 1e-4)
    this.#history = new Float32Array(2 ** Math.ceil(Math.log2(response.length + 2 * FRAME_SAMPLES)))
  }

  addTo(sound: Float32Array, played: Float32Array): void {
    if (this.#taps.length === 0) return
    const mask = this.#history.length - 1
    for (const [index, sample] of played.entries()) this.#history[(this.#at + index) & mask] = sample
    for (let index = 0; index < sound.length; index += 1) {
      let sum = sound[index] ?? 0
      for (const [delay, tap] of this.#taps)
        sum += tap * (this.#history[(this.#at + index - delay) & mask] ?? 0)
      sound[index] = sum
    }
    this.#at = (this.#at + played.length) & mask
  }
}
