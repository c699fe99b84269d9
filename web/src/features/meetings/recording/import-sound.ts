import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES } from '#voice/capture/frames.ts'
import { randomId } from '#lib/random-id.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { createMeetingDetector } from './meeting-detector.ts'
import { createTrackWriter } from '#voice/meeting-recording/track-writer.ts'

/**
 * Maximum size of an audio file, in bytes. Browsers decode a file as a whole, which takes 64 kB of memory per
 * second and channel.
 */
export const MAX_SOUND_BYTES = 300 * 1024 * 1024
/** Frames between two pauses that keep the page responsive: a minute of audio. */
const FRAMES_AT_ONCE = 1_500

/** Returns decoded audio in any supported format: mono, 16 kHz, -1…1. */
export async function decodeSound(file: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: CAPTURE_SAMPLE_RATE })
  const sound = await context.decodeAudioData(await file.arrayBuffer())
  const mono = new Float32Array(sound.length)
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    const samples = sound.getChannelData(channel)
    for (let index = 0; index < mono.length; index += 1) {
      mono[index] = (mono[index] ?? 0) + (samples[index] ?? 0) / sound.numberOfChannels
    }
  }
  return mono
}

interface ImportOptions {
  readonly indexedStore: IndexedStore
  readonly meetingId: string
  /** duration of the existing recording, in seconds */
  readonly from: number
  readonly onSegment: () => void
  /** 0…1 */
  readonly onProgress: (fraction: number) => void
}

/**
 * Stores audio like a recording: in segments, split at pauses, that wait for transcription. Rejects with a
 * IndexedStoreError.
 */
export async function importSound(
  sound: Float32Array,
  { indexedStore, meetingId, from, onSegment, onProgress }: ImportOptions,
): Promise<void> {
  let failure: unknown
  const writer = createTrackWriter({
    store: indexedStore,
    createId: randomId,
    meetingId,
    track: 'unknown',
    from,
    detector: createMeetingDetector(),
    onSegment,
    onFailure: (error) => {
      failure = error
    },
  })
  for (let index = 0, count = 1; index < sound.length; index += FRAME_SAMPLES, count += 1) {
    writer.push({ samples: pcmOf(sound.subarray(index, index + FRAME_SAMPLES)), level: 0, capturedAt: index })
    if (count % FRAMES_AT_ONCE > 0) continue
    await writer.settled()
    if (failure !== undefined) throw failure
    onProgress(index / sound.length)
  }
  await writer.finish()
  if (failure !== undefined) throw failure
}

function pcmOf(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length)
  for (const [index, sample] of samples.entries()) {
    pcm[index] = Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff)
  }
  return pcm
}
