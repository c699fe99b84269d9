import type { Clock } from '../clock.ts'

/** Maximum level of a word. */
const PEAK = 0.7
/** Time until a word has faded to a third. */
const FADE_MS = 160

/** A level for voices whose audio cannot be measured: it rises with every reported word. */
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
