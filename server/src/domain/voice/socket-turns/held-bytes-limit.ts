/** Limits the bytes of audio and questions held by all turns, and by those of one network. */
export class HeldBytesLimit {
  readonly #total: number
  readonly #perNetwork: number
  readonly #held = new Map<string, number>()
  #sum = 0

  constructor({ soundBytes, soundBytesPerNetwork }: { soundBytes: number; soundBytesPerNetwork: number }) {
    this.#total = soundBytes
    this.#perNetwork = soundBytesPerNetwork
  }

  /** Counts received bytes. Returns false, and counts nothing, if there is no room. */
  reserveBytes(network: string, bytes: number): boolean {
    const held = this.#held.get(network) ?? 0
    if (this.#sum + bytes > this.#total || held + bytes > this.#perNetwork) return false
    this.#held.set(network, held + bytes)
    this.#sum += bytes
    return true
  }

  release(network: string, bytes: number): void {
    const left = (this.#held.get(network) ?? 0) - bytes
    if (left > 0) this.#held.set(network, left)
    else this.#held.delete(network)
    this.#sum -= bytes
  }
}
