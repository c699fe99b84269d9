import { recoverUtterances } from '../recording/utterance-database.ts'
import type { UtteranceStore } from '../recording/utterance-store.ts'
import type { Utterance, UtterancePart } from '../recording/utterance.ts'

/** Stores utterances in memory, in the order of the calls. */
export class FakeUtterances implements UtteranceStore {
  readonly stored = new Map<string, Utterance>()
  parts: UtterancePart[] = []

  save(utterance: Utterance) {
    this.#forget(utterance.id)
    this.stored.set(utterance.id, utterance)
    return Promise.resolve()
  }

  addPart(part: UtterancePart) {
    this.parts.push(part)
    return Promise.resolve()
  }

  remove(id: string) {
    this.#forget(id)
    this.stored.delete(id)
    return Promise.resolve()
  }

  get = (id: string) => Promise.resolve(this.stored.get(id))

  list() {
    for (const utterance of recoverUtterances(this.parts)) void this.save(utterance)
    return Promise.resolve([...this.stored.values()])
  }

  #forget(id: string) {
    this.parts = this.parts.filter(({ utteranceId }) => utteranceId !== id)
  }
}
