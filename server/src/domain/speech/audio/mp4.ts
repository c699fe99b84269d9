import {
  hasText,
  containerPartsOf,
  viewOf,
  type AudioReader,
  type RecognisedAudio,
} from './recognised-audio.ts'

/** Boxes whose children are parsed. */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])
const CODECS: Readonly<Record<string, RecognisedAudio['codec']>> = { mp4a: 'aac', Opus: 'opus' }

/** Written by recorders that do not know the duration yet. */
const UNKNOWN_DURATION = 0xffffffff

interface Box {
  readonly type: string
  readonly body: Uint8Array
  readonly next: number
}

interface Track {
  id: number
  timescale: number
  duration: number
  codec: RecognisedAudio['codec'] | undefined
}

/** Reads MP4 and M4A with AAC or Opus, whole or in fragments (as Safari's and Chrome's recorders write it). */
export const readMp4: AudioReader = (bytes) => {
  if (!hasText(bytes, 4, 'ftyp')) return undefined
  const tracks: Track[] = []
  const fragments = new FragmentDurations()
  for (const box of containerPartsOf((offset) => boxAt(bytes, offset))) {
    const track = tracks.at(-1)
    if (box.type === 'trak') tracks.push({ id: 0, timescale: 0, duration: 0, codec: undefined })
    else if (box.type === 'tkhd' && track) track.id = uint32(box.body, isLong(box.body) ? 20 : 12)
    else if (box.type === 'mdhd' && track) Object.assign(track, mediaHeader(box.body))
    else if (box.type === 'stsd' && track) track.codec = CODECS[ascii(box.body, 12)]
    else fragments.read(box)
  }
  const sound = tracks.find((track) => track.codec !== undefined)
  if (sound?.codec === undefined) return undefined
  // Chromium's header contains the encoder's delay as the duration, so the fragments have priority.
  const units = fragments.of(sound.id) || sound.duration
  return {
    container: 'mp4',
    codec: sound.codec,
    durationSeconds: sound.timescale > 0 ? units / sound.timescale : undefined,
  }
}

/** Sums the samples of each track over the fragments of a file, in the track's time units. */
class FragmentDurations {
  readonly #byTrack = new Map<number, number>()
  readonly #trackDefaults = new Map<number, number>()
  #track = 0
  #sampleDuration = 0

  read({ type, body }: Box): void {
    if (type === 'trex') this.#trackDefaults.set(uint32(body, 4), uint32(body, 12))
    else if (type === 'tfhd') this.#startFragment(body)
    else if (type === 'trun') this.#byTrack.set(this.#track, this.of(this.#track) + this.#runDuration(body))
  }

  of(track: number): number {
    return this.#byTrack.get(track) ?? 0
  }

  #startFragment(body: Uint8Array): void {
    const flags = uint32(body, 0)
    this.#track = uint32(body, 4)
    const offset = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
    this.#sampleDuration = flags & 0x8 ? uint32(body, offset) : (this.#trackDefaults.get(this.#track) ?? 0)
  }

  #runDuration(body: Uint8Array): number {
    const flags = uint32(body, 0)
    const count = uint32(body, 4)
    if (!(flags & 0x100)) return count * this.#sampleDuration
    const stride = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
    let sum = 0
    const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
    for (let offset = first; offset < first + count * stride && offset < body.length; offset += stride)
      sum += uint32(body, offset)
    return sum
  }
}

function boxAt(bytes: Uint8Array, offset: number): Box | undefined {
  if (offset + 8 > bytes.length) return undefined
  const type = ascii(bytes, offset + 4)
  const shortSize = uint32(bytes, offset)
  const headerBytes = shortSize === 1 ? 16 : 8
  const size =
    shortSize === 1 ? uint64(bytes, offset + 8) : shortSize === 0 ? bytes.length - offset : shortSize
  if (size < headerBytes) return undefined
  const end = Math.min(offset + size, bytes.length)
  return {
    type,
    body: bytes.subarray(offset + headerBytes, end),
    next: PARENTS.has(type) ? offset + headerBytes : end,
  }
}

/** Returns whether the box has version 1 with 64-bit times. */
const isLong = (body: Uint8Array) => body[0] === 1

const mediaHeader = (body: Uint8Array) =>
  isLong(body)
    ? { timescale: uint32(body, 20), duration: uint64(body, 24) }
    : { timescale: uint32(body, 12), duration: uint32(body, 16) % UNKNOWN_DURATION }

/** Returns zero beyond the end, so that a truncated file is read as far as possible. */
const uint32 = (bytes: Uint8Array, offset: number) =>
  offset + 4 <= bytes.length ? viewOf(bytes).getUint32(offset) : 0
const uint64 = (bytes: Uint8Array, offset: number) =>
  uint32(bytes, offset) * 2 ** 32 + uint32(bytes, offset + 4)
const ascii = (bytes: Uint8Array, offset: number) =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4))
