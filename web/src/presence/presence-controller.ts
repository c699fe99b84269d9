import { startAfter, stateWhileLoading, type PresenceCommand, type PresenceStart } from './presence-start.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'
import type { AppState } from './states.ts'

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
  readonly #sinks = new Set<CommandSink>()
  #start: PresenceStart

  constructor(start: Partial<PresenceStart> = {}) {
    this.#start = { ...IDLE_START, ...start }
  }

  get start(): PresenceStart {
    return this.#start
  }

  /** Returns the displayed state. */
  get state(): AppState {
    return stateWhileLoading(this.#start)
  }

  tell(command: PresenceCommand): void {
    this.#start = startAfter(this.#start, command)
    for (const sink of this.#sinks) sink(command)
  }

  /** Forwards every further command; the returned function ends this. */
  attach(sink: CommandSink): () => void {
    this.#sinks.add(sink)
    return () => this.#sinks.delete(sink)
  }
}
