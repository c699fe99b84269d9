/**
 * A part of a turn that takes time. `turn` is a whole spoken turn over the live socket, `typed-turn` one whose words were known;
 * the others are uses of a vendor.
 */
export type StageName = 'turn' | 'typed-turn' | 'transcription' | 'reply' | 'speech'

/** What happens within a stage, in this order. */
export type Milestone = 'transcript' | 'first-word' | 'first-sound'

export type Outcome = 'done' | 'failed' | 'cut'

/** Names only: never what was said, asked or answered, nor who did. */
export interface StageFacts {
  readonly provider?: string
  readonly model?: string
}

/** One stage under way. */
export interface StageWatch {
  /** All was said: from here on somebody waits, and times count. A spoken turn that never comes to it had nobody wait. */
  said(): void
  /** Only the first of each counts. */
  reached(milestone: Milestone): void
  /** Only the first call counts. */
  end(outcome: Outcome): void
  /** Does something that belongs to this stage. */
  within<R>(work: () => R): R
}

/** Somebody who wants to know how long the stages take. */
export interface StageObserver {
  begin(stage: StageName, facts: StageFacts): StageWatch
}

/** All of them as one. */
export const observers = (all: readonly StageObserver[]): StageObserver => ({
  begin(stage, facts) {
    const watches = all.map((observer) => observer.begin(stage, facts))
    return {
      said: () => watches.forEach((watch) => watch.said()),
      reached: (milestone) => watches.forEach((watch) => watch.reached(milestone)),
      end: (outcome) => watches.forEach((watch) => watch.end(outcome)),
      within: <R>(work: () => R) =>
        watches.reduceRight<() => R>((inner, watch) => () => watch.within(inner), work)(),
    }
  },
})

/** An observer that is told once, at the end, in seconds from the beginning; of a spoken turn from the end of what was said. */
export const timed = (
  tell: (
    stage: StageName,
    facts: StageFacts,
    times: {
      readonly at: ReadonlyMap<Milestone, number>
      readonly seconds: number
      readonly outcome: Outcome
    },
  ) => void,
): StageObserver => ({
  begin(stage, facts) {
    let begunAt = performance.now()
    let isWaitedFor = stage !== 'turn'
    const seconds = () => (performance.now() - begunAt) / 1_000
    const at = new Map<Milestone, number>()
    let isOver = false
    return {
      said() {
        if (isWaitedFor) return
        isWaitedFor = true
        begunAt = performance.now()
      },
      reached(milestone) {
        if (!at.has(milestone)) at.set(milestone, seconds())
      },
      end(outcome) {
        if (isOver) return
        isOver = true
        if (!isWaitedFor) return
        tell(stage, facts, { at, seconds: seconds(), outcome })
      },
      within: (work) => work(),
    }
  },
})
