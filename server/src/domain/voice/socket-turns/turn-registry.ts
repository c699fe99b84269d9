import type { SocketTurnLimits } from './socket-turn-limits.ts'
import type { SocketTurn } from './socket-turn.ts'

interface RegisteredTurn {
  readonly owner: string
  readonly turn: SocketTurn
  forgetting?: NodeJS.Timeout
}

/** All running and recently ended turns, so that another socket of the same caller can resume them. */
export class TurnRegistry {
  readonly #limits: SocketTurnLimits
  readonly #turns = new Map<string, RegisteredTurn>()

  constructor(limits: SocketTurnLimits) {
    this.#limits = limits
  }

  find(owner: string, turnId: string): SocketTurn | undefined {
    return this.#turns.get(keyOf(owner, turnId))?.turn
  }

  /** Returns whether there is room for another turn of that caller and network. */
  hasRoom(owner: string, network: string): boolean {
    let [turns, listening] = [0, 0]
    for (const { owner: whose, turn } of this.#turns.values()) {
      if (whose === owner && !turn.isOver) turns += 1
      if (turn.isListening && turn.network === network) listening += 1
    }
    return turns < this.#limits.turnsPerCaller && listening < this.#limits.listeningPerNetwork
  }

  put(owner: string, turnId: string, turn: SocketTurn): void {
    this.#turns.set(keyOf(owner, turnId), { owner, turn })
  }

  /** Removes the turn after a while, unless it is resumed. */
  expireAfter(owner: string, turnId: string, afterMs: number): void {
    const key = keyOf(owner, turnId)
    const registered = this.#turns.get(key)
    if (!registered) return
    clearTimeout(registered.forgetting)
    registered.forgetting = setTimeout(() => {
      if (this.#turns.get(key) !== registered) return
      this.#turns.delete(key)
      registered.turn.forget()
    }, afterMs).unref()
  }

  resumeTurn(owner: string, turnId: string): SocketTurn | undefined {
    const registered = this.#turns.get(keyOf(owner, turnId))
    clearTimeout(registered?.forgetting)
    return registered?.turn
  }
}

/** A turn id contains no space, so keys are unique. */
const keyOf = (owner: string, turnId: string) => `${owner} ${turnId}`
