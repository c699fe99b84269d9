/** Named timers that end together. */
export class Alarms<Name extends string> {
  readonly #timers = new Map<Name, NodeJS.Timeout>()

  /** Calls `act` after that time, instead of what was set under the name before. */
  set(name: Name, ms: number, act: () => void): void {
    this.clear(name)
    this.#timers.set(
      name,
      setTimeout(() => {
        this.#timers.delete(name)
        act()
      }, ms).unref(),
    )
  }

  clear(name: Name): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }

  clearAll(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
