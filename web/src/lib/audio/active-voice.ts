import type { VoiceWish } from '@vee/contract/entities/voice'
import { createStore } from 'zustand/vanilla'
import { SETTINGS, useSettings } from '../settings/index.ts'

/**
 * The preferred voice of the active agent; undefined until the catalogue is loaded, and for agents with a
 * named voice.
 */
export const agentVoiceWish = createStore<{ readonly wish: VoiceWish | undefined }>(() => ({
  wish: undefined,
}))

/** Pitch factors for a browser's voice. */
const PITCHES = { low: 0.9, middle: 1, high: 1.1 } as const

/**
 * Returns the voice of the next sentence: the user's settings, with the active agent's preference for those
 * left at their default.
 */
export function activeVoice() {
  const { selectedTtsVoiceId: voiceId, ttsRate, ttsPitch } = useSettings.getState()
  const wish = voiceId === '' ? agentVoiceWish.getState().wish : undefined
  return {
    voiceId,
    wish,
    rate: wish && ttsRate === SETTINGS.ttsRate.fallback ? rounded(ttsRate * wish.pace) : ttsRate,
    pitch: wish && ttsPitch === SETTINGS.ttsPitch.fallback ? ttsPitch * PITCHES[wish.pitch] : ttsPitch,
  }
}

/** Rounds to hundredths, like the slider. */
const rounded = (rate: number) => Math.round(rate * 100) / 100
