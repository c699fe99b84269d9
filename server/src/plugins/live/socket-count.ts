/** How many sockets are open under each name. */
export class SocketCount {
  readonly #open = new Map<string, number>()

  /** Takes one more; gives the way to let go of it, or undefined when there are `limit` already. */
  take(name: string, limit: number): (() => void) | undefined {
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
