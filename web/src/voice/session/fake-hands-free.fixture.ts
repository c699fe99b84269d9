import { FRAME_MS, FRAME_SAMPLES } from '../capture/frames.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { HandsFree } from './hands-free-port.ts'

/** A hands-free utterance as a separate microphone. */
export const UTTERANCE_MICROPHONE: OpenMicrophone = {
  begin(onFrame) {
    const frame = { samples: new Int16Array(FRAME_SAMPLES).fill(3_000), level: 0.2, capturedAt: 0 }
    for (let count = 0; count < 1_000 / FRAME_MS; count += 1) onFrame?.(frame)
  },
  follow: () => () => undefined,
  level: () => 0,
  finish: (onLast) => {
    onLast?.()
    return Promise.resolve({ audio: new Blob(['sound']), durationSeconds: 2, loudestLevel: 0.2 })
  },
  close: () => undefined,
}

/** Hands-free listening that does nothing by itself and records its calls. */
export class FakeHandsFree implements HandsFree {
  cancelled = 0
  started = 0
  stopped = 0

  start = () => void (this.started += 1)
  stop = () => void (this.stopped += 1)
  cancel = () => void (this.cancelled += 1)
  onTurn() {}
  onTranscribed() {}
  onTurnEnd() {}
  asked: (string | undefined)[] = []
  onConsentAsked = (callId: string | undefined) => void this.asked.push(callId)
  level = () => 0
}
