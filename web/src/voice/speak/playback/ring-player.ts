import { createResampler } from '../../capture/resampler.ts'
import { SPEECH_SAMPLE_RATE } from './pcm-decoder.ts'
import { DUCKED, type PcmPlayer, type PlayerOptions } from './pcm-player.ts'
import { RING_PROCESSOR } from './ring-messages.ts'
import type { RingReport, RingRequest } from './ring-messages.ts'
import ringWorkletUrl from './speech-ring.worklet.ts?worker&url'

/** Time constant of a volume change without clicks. */
const DUCKING_SECONDS = 0.005

/** Plays through a ring buffer on the audio thread: audio starts within milliseconds of the first sample. */
export async function openRingPlayer(context: AudioContext, options: PlayerOptions): Promise<PcmPlayer> {
  await context.audioWorklet.addModule(ringWorkletUrl)
  const ring = new AudioWorkletNode(context, RING_PROCESSOR, { numberOfInputs: 0, outputChannelCount: [1] })
  const gain = context.createGain()
  ring.connect(gain).connect(context.destination)

  let resample = createResampler(SPEECH_SAMPLE_RATE, context.sampleRate)
  let speech = 0
  let written = 0
  let level = 0
  let isDucked = false
  const loudness = () => options.volume() * (isDucked ? DUCKED : 1)
  const request = (message: RingRequest, transfer: Transferable[] = []) =>
    ring.port.postMessage(message, transfer)

  ring.port.addEventListener('message', ({ data }: MessageEvent<RingReport>) => {
    if (data.speech !== speech) return
    level = data.level
    options.onPlayed(data.played / context.sampleRate)
  })
  ring.port.start()

  return {
    write(samples) {
      const resampled = resample(samples).slice()
      written += resampled.length
      if (!isDucked) gain.gain.value = options.volume()
      request({ type: 'write', samples: resampled }, [resampled.buffer])
    },
    endSentence: () => request({ type: 'end-sentence' }),
    end: () => written / context.sampleRate,
    duck(ducks) {
      isDucked = ducks
      gain.gain.setTargetAtTime(loudness(), context.currentTime, DUCKING_SECONDS)
    },
    setPaused: (isPaused) => request({ type: 'pause', isPaused }),
    flush() {
      isDucked = false
      gain.gain.cancelScheduledValues(0)
      gain.gain.value = loudness()
      speech += 1
      written = 0
      level = 0
      resample = createResampler(SPEECH_SAMPLE_RATE, context.sampleRate)
      request({ type: 'silence', speech })
    },
    level: () => level,
    dispose() {
      ring.port.close()
      ring.disconnect()
      gain.disconnect()
    },
  }
}
