import { describe, expect, it } from 'vitest'
import { FRAME_MS, FRAME_SAMPLES } from '../capture/frames.ts'
import { createUtteranceRecordings } from './utterance-recordings.ts'

/** Recordings of a microphone that has delivered so much sound. */
function recordingsAfter(ms: number) {
  const recordings = createUtteranceRecordings()
  for (let index = 0; index < ms / FRAME_MS; index += 1)
    recordings.push({
      samples: new Int16Array(FRAME_SAMPLES),
      level: 0.1,
      capturedAt: index * FRAME_SAMPLES,
    })
  return recordings
}

const secondsOf = (recordings: ReturnType<typeof createUtteranceRecordings>, id: string) =>
  recordings.copy(id)?.durationSeconds

describe('the begin of a recording', () => {
  it('is before its detection', () => {
    const recordings = recordingsAfter(3_000)
    recordings.begin('s1')
    expect(secondsOf(recordings, 's1')).toBeCloseTo(0.48)
  })

  it('is before an onset that was detected late', () => {
    const recordings = recordingsAfter(3_000)
    recordings.begin('s1', { onsetAgoMs: 300 })
    expect(secondsOf(recordings, 's1')).toBeCloseTo(0.78)
  })

  it('is the end of the one before, where one follows another', () => {
    const recordings = recordingsAfter(3_000)
    recordings.begin('s1', { isNext: true })
    expect(secondsOf(recordings, 's1')).toBe(0)
  })
})
