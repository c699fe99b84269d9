/** Frames with sound that a service has not taken into an item yet, by their position in the audio. */
export class UncommittedSound {
  #positionMs = 0
  #parts: { readonly endMs: number; readonly frames: number }[] = []

  get frames(): number {
    return this.#parts.reduce((sum, { frames }) => sum + frames, 0)
  }

  /** @param frames number of those with sound in audio of this duration */
  add(durationMs: number, frames: number): void {
    this.#positionMs += durationMs
    if (frames > 0) this.#parts.push({ endMs: this.#positionMs, frames })
  }

  /**
   * Called when the service ended an item at that position of the audio; undefined: at the end of what was sent. It reports
   * that later, and more may have been sent since.
   */
  takenUntil(endMs = this.#positionMs): void {
    this.#parts = this.#parts.filter((run) => run.endMs > endMs)
  }
}
