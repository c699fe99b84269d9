import type { Clock } from './clock.ts'

/** A clock that the test advances. */
export class FakeClock implements Clock {
  #now = 0
  #calls = new Set<{ readonly at: number; readonly call: () => void }>()

  now(): number {
    return this.#now
  }

  after(delay: number, call: () => void): () => void {
    const entry = { at: this.#now + delay, call }
    this.#calls.add(entry)
    return () => this.#calls.delete(entry)
  }

  advance(milliseconds: number): void {
    const until = this.#now + milliseconds
    const due = () => [...this.#calls].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
    for (let next = due(); next; next = due()) {
      this.#now = next.at
      this.#calls.delete(next)
      next.call()
    }
    this.#now = until
  }
}
