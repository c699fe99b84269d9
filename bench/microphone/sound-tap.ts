import { spawn } from 'node:child_process'
import { hasSound, type SoundRoom } from '../echo/sound-room.ts'

const RATE = 16_000
const BLOCK_MS = 10
const BLOCK_BYTES = (2 * RATE * BLOCK_MS) / 1_000
/** −54 dBFS: the voice of a page is louder, digital silence is not. */
const AUDIBLE = 0.002
/** Pauses between words and sentences are shorter. */
const SILENT_AFTER_MS = 900

interface Block {
  /** its end by `performance.now()` */
  readonly at: number
  readonly level: number
}

/** Follows the level of a device of the sound room, on the clock of this process. */
export interface SoundTap {
  /** Returns when sound began first after that time; undefined if there was none. */
  beginAfter(at: number): number | undefined
  /** Returns when sound was last audible before a silence that begins after that time; undefined if it continues. */
  silentAfter(at: number): number | undefined
  /** Returns how many ms within the range were audible. */
  audibleMs(from: number, to: number): number
  close(): void
}

/** @param source a monitor: `air.monitor` is what the microphone gets, `loudspeaker.monitor` what the page plays */
export function tapSound(room: SoundRoom, source: string): SoundTap {
  const child = spawn(
    'parec',
    [`--device=${source}`, `--rate=${RATE}`, '--channels=1', '--format=s16le', '--raw', '--latency-msec=10'],
    { env: { PATH: process.env['PATH'], ...room.environment }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  hasSound(child)
  const blocks: Block[] = []
  let rest = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    const now = performance.now()
    rest = Buffer.concat([rest, chunk])
    const count = Math.floor(rest.length / BLOCK_BYTES)
    const surplusMs = ((rest.length - count * BLOCK_BYTES) / BLOCK_BYTES) * BLOCK_MS
    for (let index = 0; index < count; index += 1) {
      const at = now - surplusMs - (count - 1 - index) * BLOCK_MS
      blocks.push({ at, level: levelOf(rest.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES)) })
    }
    rest = rest.subarray(count * BLOCK_BYTES)
  })
  const audible = (from: number, to = Infinity) =>
    blocks.filter(({ at, level }) => at >= from && at <= to && level > AUDIBLE)
  return {
    beginAfter(at) {
      const first = blocks.find((block) => block.at >= at && block.level > 0)
      return first && first.at - BLOCK_MS
    },
    silentAfter(at) {
      let last = at
      for (const block of audible(at - SILENT_AFTER_MS)) {
        if (block.at - last > SILENT_AFTER_MS) return last
        last = Math.max(last, block.at)
      }
      const end = blocks.at(-1)?.at ?? at
      return end - last > SILENT_AFTER_MS ? last : undefined
    },
    audibleMs: (from, to) => audible(from, to).length * BLOCK_MS,
    close: () => void child.kill('SIGTERM'),
  }
}

function levelOf(block: Buffer): number {
  let sum = 0
  for (let index = 0; index < block.length; index += 2) sum += (block.readInt16LE(index) / 0x8000) ** 2
  return Math.sqrt(sum / (block.length / 2))
}
