import { activeAgentStore } from '../active-agent.ts'
import { SETTINGS, useSettings } from '../settings/index.ts'

/** Pitch factors for a browser's voice. */
const PITCHES = { low: 0.9, middle: 1, high: 1.1 } as const

/**
 * Returns the voice of the next sentence: the user's settings, with the active agent's preference for those
 * left at their default.
 */
export function activeVoice() {
  const { selectedTtsVoiceId: voiceId, ttsRate, ttsPitch } = useSettings.getState()
  const wish = voiceId === '' ? activeAgentStore.getState().agent?.voiceWish : undefined
  return {
    voiceId,
    wish,
    rate: wish && ttsRate === SETTINGS.ttsRate.fallback ? roundRate(ttsRate * wish.pace) : ttsRate,
    pitch: wish && ttsPitch === SETTINGS.ttsPitch.fallback ? ttsPitch * PITCHES[wish.pitch] : ttsPitch,
  }
}

/** Rounds to hundredths, like the slider. */
const roundRate = (rate: number) => Math.round(rate * 100) / 100
