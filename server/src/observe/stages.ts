/**
 * A part of a turn that is timed. `turn` is a whole spoken turn over the voice socket, `typed-turn` one whose
 * text was already known, and `stream` the transcription of an utterance while it is spoken; the others are calls of a
 * provider.
 */
export type StageName = 'turn' | 'typed-turn' | 'stream' | 'transcription' | 'reply' | 'speech'

/** The milestones within a stage, in this order. */
export type Milestone = 'transcript' | 'first-word' | 'first-sound'

export type StageOutcome = 'done' | 'failed' | 'cut'

/** Names only: never any transcript, prompt, reply or user. */
export interface StageFacts {
  readonly provider?: string
  readonly model?: string
}

/** The measurement of one running stage. */
export interface StageWatch {
  /**
   * Called at the end of the utterance. From here on the user waits and times count. A spoken turn or a stream that
   * ends before this call had no waiting time.
   */
  onSpeechEnd(): void
  /** Only the first call for each milestone counts. */
  reached(milestone: Milestone): void
  /** Only the first call counts. */
  end(outcome: StageOutcome): void
  /** Calls `work` in the context of this stage and returns its result. */
  within<R>(work: () => R): R
}

/** An observer of the durations of stages. */
export interface StageObserver {
  begin(stage: StageName, facts: StageFacts): StageWatch
}

/** Returns one observer that notifies all of them. */
export const observers = (all: readonly StageObserver[]): StageObserver => ({
  begin(stage, facts) {
    const watches = all.map((observer) => observer.begin(stage, facts))
    return {
      onSpeechEnd: () => watches.forEach((watch) => watch.onSpeechEnd()),
      reached: (milestone) => watches.forEach((watch) => watch.reached(milestone)),
      end: (outcome) => watches.forEach((watch) => watch.end(outcome)),
      within: <R>(work: () => R) =>
        watches.reduceRight<() => R>((inner, watch) => () => watch.within(inner), work)(),
    }
  },
})

/**
 * Returns an observer that is called once at the end of a stage, with times in seconds from its beginning;
 * for a spoken turn and a stream, from the end of the utterance.
 */
export const timed = (
  tell: (
    stage: StageName,
    facts: StageFacts,
    times: {
      readonly reachedAt: ReadonlyMap<Milestone, number>
      readonly seconds: number
      readonly outcome: StageOutcome
    },
  ) => void,
): StageObserver => ({
  begin(stage, facts) {
    let begunAt = performance.now()
    let isWaitedFor = stage !== 'turn' && stage !== 'stream'
    const seconds = () => (performance.now() - begunAt) / 1_000
    const reachedAt = new Map<Milestone, number>()
    let isOver = false
    return {
      onSpeechEnd() {
        if (isWaitedFor) return
        isWaitedFor = true
        begunAt = performance.now()
      },
      reached(milestone) {
        if (!reachedAt.has(milestone)) reachedAt.set(milestone, seconds())
      },
      end(outcome) {
        if (isOver) return
        isOver = true
        if (!isWaitedFor) return
        tell(stage, facts, { reachedAt, seconds: seconds(), outcome })
      },
      within: (work) => work(),
    }
  },
})
