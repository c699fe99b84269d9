import { MIN_PACKET_MS } from './opus-packet.ts'
import {
  ContainerParts,
  hasText,
  viewOf,
  type AudioReader,
  type RecognisedAudio,
} from './recognised-audio.ts'

/** Boxes whose children are parsed. */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])
const CODECS: Readonly<Record<string, RecognisedAudio['codec']>> = { mp4a: 'aac', Opus: 'opus' }

/** AAC frames have 1,024 samples, in its low-delay profiles at least 480. */
const MIN_AAC_FRAME = 480

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
  /** in Hz; 0 if unknown */
  sampleRate: number
  /** in time units: the durations of all packets */
  packetUnits: number
  packets: number
}

const newTrack = (): Track => ({
  id: 0,
  timescale: 0,
  duration: 0,
  codec: undefined,
  sampleRate: 0,
  packetUnits: 0,
  packets: 0,
})

/**
 * Reads MP4 and M4A with AAC or Opus, whole or in fragments (as Safari's and Chrome's recorders write it).
 * Returns the longest of the header's duration, the sum of the packets' durations, and the shortest duration
 * that so many packets can have: a decoder plays all packets regardless of their times.
 */
export const readMp4: AudioReader = (bytes) => {
  if (!hasText(bytes, 4, 'ftyp')) return undefined
  const tracks: Track[] = []
  const fragments = new FragmentDurations()
  const boxes = new ContainerParts((offset) => boxAt(bytes, offset))
  for (const box of boxes) {
    const track = tracks.at(-1)
    if (box.type === 'trak') tracks.push(newTrack())
    else if (box.type === 'tkhd' && track) track.id = uint32(box.body, isLong(box.body) ? 20 : 12)
    else if (box.type === 'mdhd' && track) Object.assign(track, mediaHeader(box.body))
    else if (box.type === 'stsd' && track) Object.assign(track, sampleDescription(box.body))
    else if (box.type === 'stts' && track) track.packetUnits = timeToSample(box.body)
    else if (PACKET_SIZES.has(box.type) && track) track.packets = uint32(box.body, 8)
    else fragments.read(box)
  }
  const sound = tracks.find((track) => track.codec !== undefined)
  if (sound?.codec === undefined) return undefined
  const inFragments = fragments.of(sound.id)
  const units = Math.max(sound.duration, sound.packetUnits + inFragments.units)
  const shortest = (sound.packets + inFragments.packets) * minPacketSeconds(sound)
  const stated = sound.timescale > 0 ? Math.max(units / sound.timescale, shortest) : undefined
  return {
    container: 'mp4',
    codec: sound.codec,
    durationSeconds: boxes.isCutOff ? Infinity : stated,
  }
}

/** The boxes with the number of packets, each with a size of its own. */
const PACKET_SIZES = new Set(['stsz', 'stz2'])

function minPacketSeconds({ codec, sampleRate }: Track): number {
  if (codec === 'opus') return MIN_PACKET_MS / 1_000
  return sampleRate > 0 ? MIN_AAC_FRAME / sampleRate : 0
}

/** Sample rates are 16.16 fixed-point numbers. */
const sampleDescription = (body: Uint8Array) => ({
  codec: CODECS[ascii(body, 12)],
  sampleRate: uint32(body, 40) / 65_536,
})

/** Returns the sum of the durations in a table of runs of packets. */
function timeToSample(body: Uint8Array): number {
  const end = Math.min(8 + 8 * uint32(body, 4), body.length)
  let units = 0
  for (let offset = 8; offset < end; offset += 8) units += uint32(body, offset) * uint32(body, offset + 4)
  return units
}

interface Packets {
  readonly packets: number
  /** their durations in the track's time units */
  readonly units: number
}

/** Sums the packets of each track over the fragments of a file. */
class FragmentDurations {
  readonly #byTrack = new Map<number, Packets>()
  readonly #trackDefaults = new Map<number, number>()
  #track = 0
  #sampleDuration = 0

  read({ type, body }: Box): void {
    if (type === 'trex') this.#trackDefaults.set(uint32(body, 4), uint32(body, 12))
    else if (type === 'tfhd') this.#startFragment(body)
    else if (type === 'trun') this.#addRun(body)
  }

  of(track: number): Packets {
    return this.#byTrack.get(track) ?? { packets: 0, units: 0 }
  }

  #addRun(body: Uint8Array): void {
    const { packets, units } = this.of(this.#track)
    this.#byTrack.set(this.#track, {
      packets: packets + uint32(body, 4),
      units: units + this.#runDuration(body),
    })
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
