/** The result of a transition: the next state, and the effects that the runner executes in this order. */
export interface Step<State, Effect> {
  readonly state: State
  readonly effects: readonly Effect[]
}

export const step = <State, Effect>(state: State, ...effects: readonly Effect[]): Step<State, Effect> => ({
  state,
  effects,
})

/** Returns the step with that reason for effects that have none of their own. */
export const withReason = <State, Effect extends { readonly reason?: string }>(
  { state, effects }: Step<State, Effect>,
  reason: string,
): Step<State, Effect & { readonly reason: string }> => ({
  state,
  effects: effects.map((effect) => ({ ...effect, reason: effect.reason ?? reason })),
})

/** Applies transitions in order, each to the state of the one before, and returns all of their effects. */
export function inSequence<State, Effect>(
  state: State,
  ...transitions: readonly ((state: State) => Step<State, Effect>)[]
): Step<State, Effect> {
  const effects: Effect[] = []
  let next = state
  for (const transition of transitions) {
    const result = transition(next)
    next = result.state
    effects.push(...result.effects)
  }
  return { state: next, effects }
}

/** One effect of a machine and why it was chosen. Contains names only, never words of the user or of a reply. */
export interface TurnDecision {
  readonly machine: string
  /** the name of the state before */
  readonly state: string
  readonly event: string
  readonly effect: string
  readonly reason: string
}

/** The reason of effects that only pass data on, such as audio. They are no decisions, and are not observed. */
export const RELAYED = 'relayed'

/** Times are in ms of a monotonic clock. */
export interface TurnClock {
  now(): number
  /** Calls `act` once, `ms` from now. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void
}

interface Named {
  readonly type: string
}

export interface TurnMachineOptions<
  State,
  Event extends Named,
  Effect extends Named & { readonly reason: string },
> {
  readonly name: string
  readonly initial: State
  /** Pure. Returns the same state and no effects for an event that the state does not handle. */
  readonly transition: (state: State, event: Event) => Step<State, Effect>
  readonly run: (effect: Effect) => void
  /** returns the name of a state in decisions */
  readonly nameOf: (state: State) => string
  readonly observe?: ((decision: TurnDecision) => void) | undefined
  /** absent for a machine that waits for other events only */
  readonly timing?: {
    readonly clock: TurnClock
    /** returns when the state needs its `due` event; undefined if it waits for other events */
    readonly dueAt: (state: State) => number | undefined
    readonly due: (timeMs: number) => Event
  }
}

/**
 * Runs a machine: applies its transition to each event, executes the effects, and dispatches `due` in time. An event that
 * is dispatched by an effect is handled after all effects of the current one.
 */
export class TurnMachine<State, Event extends Named, Effect extends Named & { readonly reason: string }> {
  readonly #options: TurnMachineOptions<State, Event, Effect>
  readonly #events: Event[] = []
  #state: State
  #isRunning = false
  #timer: { readonly dueAt: number; readonly cancel: () => void } | undefined

  constructor(options: TurnMachineOptions<State, Event, Effect>) {
    this.#options = options
    this.#state = options.initial
  }

  get state(): State {
    return this.#state
  }

  dispatch(event: Event): void {
    this.#events.push(event)
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#apply(next)
    } finally {
      this.#isRunning = false
    }
    this.#schedule()
  }

  #apply(event: Event): void {
    const before = this.#state
    const { state, effects } = this.#options.transition(before, event)
    this.#state = state
    for (const effect of effects) {
      this.#observe(before, event, effect)
      this.#options.run(effect)
    }
  }

  #observe(before: State, event: Event, { type: effect, reason }: Effect): void {
    const { name: machine, nameOf, observe } = this.#options
    if (!observe || reason === RELAYED) return
    observe({ machine, state: nameOf(before), event: event.type, effect, reason })
  }

  /** A timer that is too early stays: deadlines usually move forward with each event. */
  #schedule(): void {
    const { timing } = this.#options
    if (!timing) return
    const { clock, due } = timing
    const dueAt = timing.dueAt(this.#state)
    if (this.#timer && dueAt !== undefined && this.#timer.dueAt <= dueAt) return
    this.#timer?.cancel()
    this.#timer = undefined
    if (dueAt === undefined) return
    const cancel = clock.after(Math.max(0, dueAt - clock.now()), () => {
      this.#timer = undefined
      // The clock may be finer than its timers, which then fire a fraction too early.
      this.dispatch(due(Math.max(dueAt, clock.now())))
    })
    this.#timer = { dueAt, cancel }
  }
}
