/** A quality level of the picture, from the highest to the lowest. */
export interface CostStep {
  /** fraction of the device pixels per side */
  readonly resolution: number
  /** 2 everything, 1 without motes and caustics, 0 fewer glints */
  readonly detail: 0 | 1 | 2
  /** draw every n-th frame */
  readonly everyFrame: 1 | 2
}

/**
 * Reduces first what is least visible: details, then pixels, then every second frame, then most of the
 * pixels.
 */
export const COST_STEPS: readonly [CostStep, ...CostStep[]] = [
  { resolution: 1, detail: 2, everyFrame: 1 },
  { resolution: 1, detail: 0, everyFrame: 1 },
  { resolution: 0.75, detail: 0, everyFrame: 1 },
  { resolution: 0.75, detail: 0, everyFrame: 2 },
  { resolution: 0.5, detail: 0, everyFrame: 2 },
]

const LATE_FRAME_MS = 24
/** A frame that takes longer than this to draw is too expensive, even if it was in time. */
const DEAR_FRAME_MS = 8
const MEMORY = 0.05
const TOO_MANY = 0.5

/**
 * Observes frames and lowers the quality when over half of the recent ones were late or expensive. It never
 * raises it again: alternating qualities are worse than the lower one.
 */
export class CostGovernor {
  #step = 0
  #fraction = 0

  get step(): CostStep {
    return COST_STEPS[this.#step] ?? COST_STEPS[0]
  }

  /** Returns false if even the lowest quality is too expensive. */
  watch(frameMs: number, drawMs: number): boolean {
    const expectedMs = LATE_FRAME_MS * this.step.everyFrame
    const isBad = frameMs > expectedMs || drawMs > DEAR_FRAME_MS
    this.#fraction = this.#fraction * (1 - MEMORY) + (isBad ? MEMORY : 0)
    if (this.#fraction <= TOO_MANY) return true
    this.#fraction = 0
    if (this.#step === COST_STEPS.length - 1) return false
    this.#step++
    return true
  }
}
