/** Counts the open sockets under each name. */
export class SocketCount {
  readonly #open = new Map<string, number>()

  /** Adds one socket. Returns a function that releases it, or undefined if `limit` is reached. */
  addSocket(name: string, limit: number): (() => void) | undefined {
    const open = this.#open.get(name) ?? 0
    if (open >= limit) return undefined
    this.#open.set(name, open + 1)
    return () => {
      const left = (this.#open.get(name) ?? 1) - 1
      if (left === 0) this.#open.delete(name)
      else this.#open.set(name, left)
    }
  }
}
