import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { FallbackReason, TransportState } from '../transport/fallback-transport.ts'

/** Measurements: levels in dBFS, times in ms; undefined if it could not be measured. */
export interface Measurements {
  readonly microphone: 'open' | MicrophoneFailure
  readonly noiseDb: number | undefined
  readonly speechDb: number | undefined
  /** increase of the level while a tone was played */
  readonly echoDb: number | undefined
  readonly roundTripMs: number | undefined
  /** how turns reach the server; undefined if its code could not be loaded */
  readonly transport: TransportState | undefined
  /** transcript of the test sentence and its latency; undefined if it could not be transcribed */
  readonly hearing: MeasuredHearing | undefined
  /** from the request for speech to its first audio */
  readonly voiceMs: number | undefined
  /** voice and engine that spoke; undefined if none did, or the server does not name them */
  readonly spoken?: { readonly voice: string; readonly engine: MeasuredEngine } | undefined
}

/** A provider of the server, and where it runs. */
export interface MeasuredEngine {
  readonly name: string
  readonly location: 'server' | 'vendor'
}

interface MeasuredHearing {
  readonly text: string
  /** from the end of the recording to its text */
  readonly ms: number
  /** length of the recording */
  readonly seconds?: number
  /** undefined if the server does not name it */
  readonly engine?: MeasuredEngine | undefined
}

/** Returns the time of a transcription as a share of the recording's length; undefined for a recording without length. */
export const realTimeFactor = ({ ms, seconds = 0 }: MeasuredHearing): number | undefined =>
  seconds > 0 ? ms / 1_000 / seconds : undefined

type Part = 'microphone' | 'noise' | 'level' | 'echo' | 'roundTrip' | 'transport' | 'hearing' | 'voice'

type TransportAdvice = 'unsupported' | 'unreachable' | 'rejected' | 'disconnected'

/** A socket that is still not open after the check counts as unreachable. */
const TRANSPORT_ADVICE: Readonly<Record<FallbackReason, TransportAdvice>> = {
  unused: 'unreachable',
  opening: 'unreachable',
  unsupported: 'unsupported',
  unreachable: 'unreachable',
  rejected: 'rejected',
  disconnected: 'disconnected',
}

export interface Finding {
  readonly part: Part
  readonly verdict: 'good' | 'fair' | 'bad'
  /** the measured value, in dB or ms */
  readonly value: number | undefined
  /** the recommended action */
  readonly advice:
    | 'none'
    | 'allow-microphone'
    /** the obstacle is in `failure` */
    | 'mend-microphone'
    | 'nothing-heard'
    | 'above-noise'
    | 'quieter-room'
    | 'come-closer'
    | 'step-back'
    | 'use-headphones'
    | 'check-network'
    | `transport-${TransportAdvice}`
    | 'hearing-slow'
    | 'hearing-missing'
    | 'hearing-broken'
    | 'voice-slow'
    | 'voice-missing'
  readonly failure?: Exclude<MicrophoneFailure, 'denied' | 'no-answer'>
}

const NOISE = { fair: -50, bad: -40 }
const LEVEL = { silent: -75, bad: -42, fair: -34, loud: -8 }
/** Level above the room's that counts as speech, dB. */
const VOICE_RISE = 6
const ECHO_RISE = { fair: 6, bad: 14 }
const ROUND_TRIP = { fair: 150, bad: 500 }
const HEARING = { fair: 2_500, bad: 6_000 }
const VOICE = { fair: 1_000, bad: 3_000 }

/** Returns what the measurements mean, in the order of a diagnosis, with advice. */
export function findingsOf(measurements: Measurements): readonly Finding[] {
  const findings: Finding[] = []
  if (measurements.microphone !== 'open') {
    findings.push(findingOfFailure(measurements.microphone))
  } else {
    findings.push({ part: 'microphone', verdict: 'good', value: undefined, advice: 'none' })
    findings.push(upTo('noise', measurements.noiseDb, NOISE, 'quieter-room'), levelOf(measurements))
    findings.push(
      upTo('echo', measurements.echoDb, ECHO_RISE, 'use-headphones'),
      hearingOf(measurements.hearing),
    )
  }
  findings.push(upTo('roundTrip', measurements.roundTripMs, ROUND_TRIP, 'check-network'))
  findings.push(transportOf(measurements.transport))
  const isVoiceless = measurements.voiceMs === undefined
  findings.push(upTo('voice', measurements.voiceMs, VOICE, isVoiceless ? 'voice-missing' : 'voice-slow'))
  return findings
}

/** Higher is worse; a missing measurement is bad. */
function upTo(
  part: Part,
  value: number | undefined,
  limits: { readonly fair: number; readonly bad: number },
  advice: Finding['advice'],
): Finding {
  const verdict = value === undefined || value > limits.bad ? 'bad' : value > limits.fair ? 'fair' : 'good'
  return { part, verdict, value, advice: verdict === 'good' ? 'none' : advice }
}

function findingOfFailure(failure: MicrophoneFailure): Finding {
  const finding = { part: 'microphone', verdict: 'bad', value: undefined } as const
  const isToAllow = failure === 'denied' || failure === 'no-answer'
  return isToAllow
    ? { ...finding, advice: 'allow-microphone' }
    : { ...finding, advice: 'mend-microphone', failure }
}

/** HTTP transports everything too, only slower. */
function transportOf(state: TransportState | undefined): Finding {
  const finding = { part: 'transport', value: undefined } as const
  if (state?.via === 'socket') return { ...finding, verdict: 'good', advice: 'none' }
  return {
    ...finding,
    verdict: 'fair',
    advice: `transport-${TRANSPORT_ADVICE[state?.reason ?? 'unreachable']}`,
  }
}

function levelOf({ speechDb: value, noiseDb = -Infinity }: Measurements): Finding {
  const bad = { part: 'level', verdict: 'bad', value } as const
  if (value === undefined || value < LEVEL.silent) return { ...bad, advice: 'nothing-heard' }
  if (value < noiseDb + VOICE_RISE) return { ...bad, advice: 'above-noise' }
  if (value < LEVEL.bad) return { ...bad, advice: 'come-closer' }
  if (value < LEVEL.fair) return { part: 'level', verdict: 'fair', value, advice: 'come-closer' }
  if (value > LEVEL.loud) return { part: 'level', verdict: 'fair', value, advice: 'step-back' }
  return { part: 'level', verdict: 'good', value, advice: 'none' }
}

function hearingOf(hearing: Measurements['hearing']): Finding {
  if (!hearing) return { part: 'hearing', verdict: 'bad', value: undefined, advice: 'hearing-broken' }
  if (hearing.text === '') {
    return { part: 'hearing', verdict: 'bad', value: hearing.ms, advice: 'hearing-missing' }
  }
  return upTo('hearing', hearing.ms, HEARING, 'hearing-slow')
}
