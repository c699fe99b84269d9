import { MAX_AUDIO_SECONDS } from '@vee/contract/http/speech'
import { parseWav } from '@vee/contract/audio/parse-wav'
import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  OGG,
  QTFF,
  WEBM,
} from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder } from 'opus-decoder'
import { createPcmResampler, type Resampler } from '../../sound/resample.ts'
import type { DecodedRecording, DecodeJob } from './jobs.ts'
import { MODEL_SAMPLE_RATE, wavPiecesOf } from './wav-samples.ts'

/**
 * Reason for which a recording was not decoded. `message` names the cause for operators and contains nothing
 * of the recording.
 */
class UndecodableRecording extends Error {
  readonly reason: 'unreadable' | 'too-long'

  constructor(reason: 'unreadable' | 'too-long', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UndecodableRecording'
    this.reason = reason
  }
}

/**
 * Decodes a recording to 16-bit mono at 16 kHz: WAV with PCM, WebM, Ogg or MP4 with Opus, MP3. Runs in a
 * worker: an hour of Opus takes about seven seconds, and a malicious file may never end. MAX_AUDIO_SECONDS
 * limits the memory, regardless of the length that the file claims. Throws UndecodableRecording.
 */
export async function decodeRecording({ container, bytes }: DecodeJob): Promise<DecodedRecording> {
  const sound = new SoundBuffer()
  try {
    if (container === 'wav') decodeWavInto(bytes, sound)
    else if (container === 'mp3') await decodeMp3(bytes, sound)
    else await decodeOpus(bytes, sound)
  } catch (error) {
    if (error instanceof UndecodableRecording) throw error
    throw new UndecodableRecording('unreadable', 'The recording is damaged.', { cause: error })
  }
  return { samples: sound.end() }
}

function decodeWavInto(bytes: Uint8Array, sound: SoundBuffer): void {
  const wav = parseWav(bytes)
  if (!wav) throw new UndecodableRecording('unreadable', 'The recording is no WAV of PCM.')
  for (const piece of wavPiecesOf(wav)) sound.add([piece], MODEL_SAMPLE_RATE)
}

/** Bytes of MP3 that are decoded at once: about four seconds. */
const MP3_STEP_BYTES = 64 * 1024

async function decodeMp3(bytes: Uint8Array, sound: SoundBuffer): Promise<void> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    for (let index = 0; index < bytes.length; index += MP3_STEP_BYTES) {
      const { channelData, sampleRate, errors } = decoder.decode(
        bytes.subarray(index, index + MP3_STEP_BYTES),
      )
      sound.add(channelData, sampleRate, errors.length)
    }
  } finally {
    decoder.free()
  }
}

async function decodeOpus(bytes: Uint8Array, sound: SoundBuffer): Promise<void> {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, MATROSKA, OGG, MP4, QTFF] })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const channels = (await track?.getNumberOfChannels()) ?? 0
  if (!track || codec !== 'opus' || channels < 1 || channels > 2) {
    throw new UndecodableRecording('unreadable', 'The recording holds no Opus with one or two channels.')
  }
  const decoder = new OpusDecoder({ channels, sampleRate: MODEL_SAMPLE_RATE })
  await decoder.ready
  try {
    for await (const { data } of packetsOf(track, sound)) {
      const { channelData, errors } = decoder.decodeFrame(data)
      sound.add(channelData, MODEL_SAMPLE_RATE, errors.length)
    }
  } finally {
    decoder.free()
  }
}

/** Yields the packets of a track. Ends at a truncation after some audio, as after an interrupted recorder. */
async function* packetsOf(track: InputAudioTrack, sound: SoundBuffer) {
  const packets = new EncodedPacketSink(track).packets()
  for (;;) {
    const next = await packets.next().catch((error: unknown) => {
      if (sound.isEmpty) throw error
      return { done: true, value: undefined } as const
    })
    if (next.done) return
    yield next.value
  }
}

/** Maximum percentage of damaged frames: a word is lost, and the rest is understood. */
const MAX_DAMAGED_PERCENT = 10

/** Collects decoded audio as 16-bit mono at 16 kHz. */
class SoundBuffer {
  readonly #parts: Int16Array[] = []
  #resampler: { readonly from: number; readonly run: Resampler } | undefined
  #length = 0
  #frames = 0
  #damaged = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Throws UndecodableRecording when there is more than MAX_AUDIO_SECONDS of audio. */
  add(channels: readonly Float32Array[], sampleRate: number, damaged = 0): void {
    this.#frames++
    this.#damaged += damaged
    if (channels.length === 0 || channels[0]?.length === 0) return
    if (this.#resampler?.from !== sampleRate) {
      this.#resampler = { from: sampleRate, run: createPcmResampler(sampleRate, MODEL_SAMPLE_RATE) }
    }
    const samples = monoOf(channels)
    this.#push(sampleRate === MODEL_SAMPLE_RATE ? samples : this.#resampler.run.push(samples))
  }

  /** Returns all the audio; throws UndecodableRecording where there is none, or too much is damaged. */
  end(): Int16Array<ArrayBuffer> {
    if (this.#resampler && this.#resampler.from !== MODEL_SAMPLE_RATE) this.#push(this.#resampler.run.end())
    if (this.#length === 0) throw new UndecodableRecording('unreadable', 'The recording holds no sound.')
    if (this.#damaged * 100 > this.#frames * MAX_DAMAGED_PERCENT) {
      throw new UndecodableRecording('unreadable', 'The recording is damaged.')
    }
    const all = new Int16Array(this.#length)
    let offset = 0
    for (const chunk of this.#parts) {
      all.set(chunk, offset)
      offset += chunk.length
    }
    return all
  }

  #push(samples: Int16Array): void {
    this.#length += samples.length
    if (this.#length > MAX_AUDIO_SECONDS * MODEL_SAMPLE_RATE) {
      throw new UndecodableRecording('too-long', 'The recording holds more sound than is allowed.')
    }
    this.#parts.push(samples)
  }
}

function monoOf(channels: readonly Float32Array[]): Int16Array {
  const mono = new Int16Array(channels[0]?.length ?? 0)
  for (let index = 0; index < mono.length; index++) {
    let sum = 0
    for (const channel of channels) sum += channel[index] ?? 0
    mono[index] = Math.max(-32_768, Math.min(32_767, Math.round((sum / channels.length) * 32_767)))
  }
  return mono
}
