import type { Clock } from '../clock.ts'

/** Loudest that a word looks. */
const PEAK = 0.7
/** After this time a word has faded to a third. */
const FADE_MS = 160

/** A level for voices whose sound cannot be measured: it rises with every word that they tell of. */
export interface WordPulse {
  beat(): void
  /** 0…1 */
  level(): number
}

export function createWordPulse(clock: Clock): WordPulse {
  let beatenAt = -Infinity
  return {
    beat() {
      beatenAt = clock.now()
    },
    level: () => PEAK * Math.exp((beatenAt - clock.now()) / FADE_MS),
  }
}
