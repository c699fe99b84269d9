import { rmsOf } from '../../detect/level.ts'
import { SPEECH_SAMPLE_RATE } from './pcm-decoder.ts'
import type { PcmPlayer, PlayerOptions } from './pcm-player.ts'

const FADE_SECONDS = 0.015
const REPORT_EVERY_MS = 50
/** Window of the level, in samples: about 40 ms. */
const LEVEL_SAMPLES = 1_024

/** A sentence that was handed to the context. */
interface Scheduled {
  readonly source: AudioBufferSourceNode
  readonly samples: Float32Array<ArrayBuffer>
  /** seconds of the context's clock */
  readonly startsAt: number
  /** seconds of sound before it */
  readonly position: number
}

/** For browsers without AudioWorklet: every sentence becomes a buffer of its own, played when it is complete. */
export function openDecodedPlayer(context: AudioContext, options: PlayerOptions): PcmPlayer {
  let gain = context.createGain()
  gain.connect(context.destination)
  let sentence: Float32Array[] = []
  let scheduled: Scheduled[] = []
  let written = 0
  let freeAt = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const current = (): Scheduled | undefined =>
    scheduled.findLast(({ startsAt }) => startsAt <= context.currentTime)

  const position = (): number => {
    const now = current()
    if (!now) return 0
    const heard = Math.min(context.currentTime - now.startsAt, now.samples.length / SPEECH_SAMPLE_RATE)
    return now.position + heard
  }

  const report = () => {
    options.onPlayed(position())
    if (sentence.length === 0 && context.currentTime >= freeAt) stopReports()
  }
  const stopReports = () => {
    clearInterval(timer)
    timer = undefined
  }

  return {
    write(samples) {
      sentence.push(samples)
      written += samples.length / SPEECH_SAMPLE_RATE
    },
    endSentence() {
      const samples = joined(sentence)
      sentence = []
      if (samples.length === 0) return
      const buffer = context.createBuffer(1, samples.length, SPEECH_SAMPLE_RATE)
      buffer.copyToChannel(samples, 0)
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(gain)
      gain.gain.value = options.volume()
      const startsAt = Math.max(freeAt, context.currentTime)
      source.start(startsAt)
      freeAt = startsAt + buffer.duration
      scheduled.push({ source, samples, startsAt, position: written - buffer.duration })
      timer ??= setInterval(report, REPORT_EVERY_MS)
    },
    end: () => written,
    silence() {
      stopReports()
      const silentAt = context.currentTime + FADE_SECONDS
      gain.gain.setValueAtTime(gain.gain.value, context.currentTime)
      gain.gain.linearRampToValueAtTime(0, silentAt)
      for (const { source } of scheduled) source.stop(silentAt)
      gain = context.createGain()
      gain.connect(context.destination)
      sentence = []
      scheduled = []
      written = 0
      freeAt = 0
    },
    level() {
      const now = current()
      if (!now) return 0
      const at = Math.floor((context.currentTime - now.startsAt) * SPEECH_SAMPLE_RATE)
      return rmsOf(now.samples.subarray(at, at + LEVEL_SAMPLES))
    },
    dispose() {
      stopReports()
      for (const { source } of scheduled) source.stop()
      gain.disconnect()
    },
  }
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
