import { type Frame, FRAME_MS } from '../capture/frames.ts'
import type { UtteranceOrigin, UtteranceChunk } from './utterance.ts'

/** Maximum loss when the page is killed. */
const FRAMES_PER_PART = 480 / FRAME_MS

/** Stores an utterance in chunks during the recording. Returns a callback for every frame. */
export function createChunkWriter(
  utteranceId: string,
  origin: UtteranceOrigin,
  storeChunk: (chunk: UtteranceChunk) => void,
): (frame: Frame) => void {
  const createdAt = new Date().toISOString()
  let frames: Frame[] = []
  let index = 0
  return (frame) => {
    frames.push(frame)
    if (frames.length < FRAMES_PER_PART) return
    const samples = new Int16Array(frames.reduce((sum, { samples }) => sum + samples.length, 0))
    let offset = 0
    for (const { samples: some } of frames) {
      samples.set(some, offset)
      offset += some.length
    }
    const loudestLevel = Math.max(...frames.map(({ level }) => level))
    storeChunk({ ...origin, utteranceId, index, samples, loudestLevel, createdAt })
    frames = []
    index += 1
  }
}
