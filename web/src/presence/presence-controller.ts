import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE, type Look } from './look.ts'
import type { AppState } from './states.ts'
import { PresenceModel, type PresenceCommand, type PresenceStart } from './presence-model.ts'

export type CommandSink = (command: PresenceCommand) => void

const IDLE_START: PresenceStart = {
  state: 'idle',
  mood: 'calm',
  profile: PLAIN_PROFILE,
  preferences: DEFAULT_PRESENCE_PREFERENCES,
  isLoading: false,
}

/**
 * The app's interface to the presence. It stores the current state, so that a picture attached later starts
 * like the others, and forwards every command to the attached pictures.
 */
export class PresenceController {
  readonly #model: PresenceModel
  readonly #now: () => number
  readonly #sinks = new Set<CommandSink>()

  constructor(start: Partial<PresenceStart> = {}, now: () => number = () => performance.now()) {
    this.#model = new PresenceModel({ ...IDLE_START, ...start })
    this.#now = now
  }

  get start(): PresenceStart {
    return this.#model.start
  }

  get state(): AppState {
    return this.#model.state
  }

  get target(): Look {
    return this.#model.target
  }

  tell(command: PresenceCommand): void {
    this.#model.apply(command, this.#now())
    for (const sink of this.#sinks) sink(command)
  }

  /** Forwards every further command; the returned function ends this. */
  attach(sink: CommandSink): () => void {
    this.#sinks.add(sink)
    return () => this.#sinks.delete(sink)
  }
}
