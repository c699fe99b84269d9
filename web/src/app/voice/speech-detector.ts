import type { Detector } from '@vee/contract/audio/detector'
import { useSettings } from '#lib/settings/index.ts'
import { createEnergyDetector, openSileroDetector } from '#voice/hands-free/index.ts'
import { canCarry, rememberTooSlow } from './device-models.ts'

/** Returns the detector of speech that the user chose, for one person who talks to Vee. */
export function createSpeechDetector(sensitivityDb: number): Detector {
  const light = createEnergyDetector({ hasOneSpeaker: true, sensitivityDb })
  switch (useSettings.getState().speechDetector) {
    case 'volume':
      return light
    case 'noisy-room':
      return openSileroDetector(light)
    case 'automatic':
      return canCarry('speech') ? openSileroDetector(light, () => rememberTooSlow('speech')) : light
  }
}
