import type { Frame } from '../capture/frames.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import type { Microphone, OpenMicrophone } from '../capture/microphone.ts'
import type { MeasuredRecording } from '../capture/recorder.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import type { Clock } from '../speak/clock.ts'
import type { TransportState } from '../transport/fallback-transport.ts'
import type { MeasuredEngine, Measurements } from './findings.ts'

export interface DoctorPorts {
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  readonly clock: Clock
  /** returns the BCP 47 tag of the utterance; undefined: the engine detects it */
  readonly language: () => string | undefined
  /** Plays tones for this time, in ms. */
  readonly playTones: (ms: number) => void
  /** Resolves when the server responds. */
  readonly ping: (signal: AbortSignal) => Promise<unknown>
  /** Opens the socket of turns, and resolves with the state of the transport. */
  readonly transport: () => Promise<TransportState>
  /** Resolves with the first audio of a voice; undefined if there is none. */
  readonly firstSound: (signal: AbortSignal) => Promise<FirstSound | undefined>
  /** Returns the provider with that id; undefined if the server does not name it. */
  readonly engine: (
    direction: 'hearing' | 'speaking',
    provider: string,
    signal: AbortSignal,
  ) => Promise<MeasuredEngine | undefined>
  /** Returns the name of a voice of the server; its id if it has none. */
  readonly voiceName: (voiceId: string, signal: AbortSignal) => Promise<string>
}

interface FirstSound {
  /** id of the provider */
  readonly provider: string
  readonly voiceId: string
}

export type CheckStep = 'opening' | 'quiet' | 'tones' | 'speak' | 'server'

/** Duration of each step, in ms: 20 s in all. */
export const STEP_MS: Readonly<Record<CheckStep, number>> = {
  opening: 0,
  quiet: 2_000,
  tones: 1_500,
  speak: 5_000,
  server: 9_000,
}
const SILENCE_DB = -90
const PINGS = 3

/** Measures everything that a voice turn needs. Nothing is stored. An abort closes the microphone. */
export async function examine(
  ports: DoctorPorts,
  onStep: (step: CheckStep) => void,
  signal: AbortSignal,
): Promise<Measurements> {
  onStep('opening')
  const ears = await openEars(ports, signal)
  if (typeof ears === 'string') {
    onStep('server')
    return { ...DEAF, microphone: ears, ...(await askServer(ports, signal)) }
  }
  const { opened, levels, isLost } = ears
  try {
    const wait = (ms: number) => waitUntilElapsed(ports.clock, ms, signal)
    onStep('quiet')
    await wait(STEP_MS.quiet)
    const noiseDb = share(levels.splice(0), 0.5)
    onStep('tones')
    ports.playTones(STEP_MS.tones)
    await wait(STEP_MS.tones)
    const tonesDb = share(levels.splice(0), 0.8)
    onStep('speak')
    opened.begin()
    await wait(STEP_MS.speak)
    const speechDb = share(levels.splice(0), 0.9)
    const recording = await opened.finish()
    onStep('server')
    // Measurements of a disconnected microphone are meaningless.
    if (isLost()) return { ...DEAF, microphone: 'vanished', ...(await askServer(ports, signal)) }
    const [hearing, answers] = await Promise.all([
      transcribe(ports, recording, signal),
      askServer(ports, signal),
    ])
    const echoDb = noiseDb === undefined || tonesDb === undefined ? undefined : Math.max(0, tonesDb - noiseDb)
    return {
      microphone: 'open',
      noiseDb,
      speechDb,
      echoDb,
      hearing: hearing && {
        text: hearing.value.text,
        ms: hearing.ms,
        seconds: recording.durationSeconds,
        engine: await engineOf(ports, 'hearing', hearing.value.provider, signal),
      },
      ...answers,
    }
  } finally {
    opened.close()
  }
}

const DEAF = { noiseDb: undefined, speechDb: undefined, echoDb: undefined, hearing: undefined }

async function openEars({ microphone }: DoctorPorts, signal: AbortSignal) {
  try {
    let isLost = false
    const opened: OpenMicrophone = await microphone.open(() => {
      isLost = true
    }, signal)
    const levels: number[] = []
    opened.follow(({ level }: Frame) => levels.push(level > 0 ? 20 * Math.log10(level) : SILENCE_DB))
    return { opened, levels, isLost: () => isLost }
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof MicrophoneError ? error.reason : 'unsupported'
  }
}

/** Returns the transcript within the server's time limit; undefined if there is none. */
async function transcribe(
  { transcriber, language, clock }: DoctorPorts,
  recording: MeasuredRecording,
  signal: AbortSignal,
) {
  const transcription = transcriber.start({
    language: language(),
    isStreaming: false,
    onInterim: () => undefined,
  })
  const abort = () => transcription.abort()
  const callOff = clock.after(STEP_MS.server, abort)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await measureTime(clock, () => transcription.finish(recording))
  } finally {
    callOff()
    signal.removeEventListener('abort', abort)
  }
}

/** Returns the engine; without its name if the server does not respond. */
async function engineOf(
  { engine }: DoctorPorts,
  direction: 'hearing' | 'speaking',
  provider: string | undefined,
  signal: AbortSignal,
): Promise<MeasuredEngine | undefined> {
  return provider === undefined ? undefined : engine(direction, provider, signal).catch(() => undefined)
}

/** Runs after the measurement, which it must not prolong. */
async function spokenBy(ports: DoctorPorts, { provider, voiceId }: FirstSound, signal: AbortSignal) {
  const engine = await engineOf(ports, 'speaking', provider, signal)
  const voice = await ports.voiceName(voiceId, signal).catch(() => voiceId)
  return engine && { voice, engine }
}

async function askServer(ports: DoctorPorts, signal: AbortSignal) {
  const { clock, ping, firstSound, transport } = ports
  const limited = AbortSignal.any([signal, AbortSignal.timeout(STEP_MS.server)])
  const trips: number[] = []
  for (let count = 0; count < PINGS; count += 1) {
    const trip = await measureTime(clock, () => ping(limited))
    if (trip) trips.push(trip.ms)
  }
  const connection = await transport().catch(() => undefined)
  const voice = await measureTime(clock, () => firstSound(limited))
  const spoken = voice?.value && (await spokenBy(ports, voice.value, limited))
  signal.throwIfAborted()
  return {
    roundTripMs: share(trips, 0.5),
    transport: connection,
    voiceMs: voice?.value ? voice.ms : undefined,
    spoken,
  }
}

/** Returns undefined after a failure. */
async function measureTime<T>(clock: Clock, work: () => Promise<T>) {
  const from = clock.now()
  try {
    const value = await work()
    return { value, ms: clock.now() - from }
  } catch {
    return undefined
  }
}

/** Returns the quantile of the values. */
function share(values: readonly number[], of: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * of)]
}

async function waitUntilElapsed(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const callOff = clock.after(ms, resolve)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await promise
  } finally {
    callOff()
    signal.removeEventListener('abort', abort)
  }
}
