import type { Detector } from '@vee/contract/audio/detector'
import { type Frame, FRAME_MS, joinSamples } from '../capture/frames.ts'
import { meterOf } from '../detect/level.ts'
import { createEchoGuard } from '../hands-free/echo-guard.ts'
import { createNearEndDetector } from '../hands-free/near-end-detector.ts'

/** The server accepts frames of this length best: docs/live-protocol.md. */
const FRAMES_PER_MESSAGE = 40 / FRAME_MS
/** Reverberation and delay of the loudspeaker after the last sample, in frames. */
const TAIL_FRAMES = 300 / FRAME_MS
/** Sound before a start that was detected in the echo, with the first consonant, in frames. */
const WITHHELD_FRAMES = 500 / FRAME_MS
const PRE_ROLL_MS = 100

export interface VoiceChange {
  readonly type: 'began' | 'ended'
  /** found in the echo of the voice, so that it may be the voice itself */
  readonly isLouderThanEcho: boolean
}

export interface CallListener {
  /**
   * Takes the next frame of the microphone. `played` is the level of the voice, 0…1; undefined: it is not audible.
   * Returns the audio to send, if a message is complete, and the user's voice where it began or ended.
   */
  push(
    frame: Frame,
    played: number | undefined,
  ): { readonly audio: Int16Array<ArrayBuffer> | undefined; readonly change: VoiceChange | undefined }
  /** Releases the detector. */
  dispose(): void
}

/**
 * Decides what of the microphone a live model hears. Without headphones, and until no echo was measured, it hears
 * silence while it speaks, except for speech that is louder than the echo can be: it would answer itself.
 */
export function createCallListener(detector: Detector, usesHeadphones: () => boolean): CallListener {
  const guard = createEchoGuard()
  const nearEnd = createNearEndDetector()
  let message: Int16Array<ArrayBuffer>[] = []
  /** frames that were replaced by silence, newest last */
  let withheld: Frame[] = []
  let framesSinceVoice = TAIL_FRAMES
  let isTalking = false

  function voiceChange(isAudible: boolean, isTrusted: boolean, frame: Frame, played: number) {
    const detections = detector.push(frame.samples)
    if (isAudible || nearEnd.isActive()) {
      const near = nearEnd.push(played, meterOf(frame.level))
      if (!isTrusted && near) {
        if (near.type === 'start') passOn(near.agoMs)
        return changeTo(near.type === 'start', true)
      }
    }
    let change: VoiceChange | undefined
    for (const { type } of detections) {
      if (isAudible && type === 'speech-start') guard.soundBegan()
      if (isAudible && !isTrusted) continue
      change = changeTo(type === 'speech-start', false) ?? change
    }
    return change
  }

  function changeTo(talks: boolean, isLouderThanEcho: boolean): VoiceChange | undefined {
    if (talks === isTalking) return undefined
    isTalking = talks
    return { type: talks ? 'began' : 'ended', isLouderThanEcho }
  }

  /** The start of what was said into the echo, which was withheld until it was detected. */
  function passOn(agoMs: number): void {
    const count = Math.min(withheld.length, Math.ceil((agoMs + PRE_ROLL_MS) / FRAME_MS))
    message.push(...withheld.slice(withheld.length - count).map(({ samples }) => samples))
    withheld = []
  }

  return {
    push(frame, played) {
      framesSinceVoice = played === undefined ? framesSinceVoice + 1 : 0
      const isAudible = framesSinceVoice < TAIL_FRAMES
      const level = played ?? 0
      if (isAudible) guard.push(level, meterOf(frame.level))
      const isTrusted = usesHeadphones() || guard.mayListen()
      const change = voiceChange(isAudible, isTrusted, frame, level)
      const isHeard = !isAudible || isTrusted || nearEnd.isActive()
      if (isHeard) withheld = []
      else withheld = [...withheld, frame].slice(-WITHHELD_FRAMES)
      message.push(isHeard ? frame.samples : new Int16Array(frame.samples.length))
      if (message.length < FRAMES_PER_MESSAGE) return { audio: undefined, change }
      const audio = joinSamples(message)
      message = []
      return { audio, change }
    },
    dispose: () => detector.dispose?.(),
  }
}
