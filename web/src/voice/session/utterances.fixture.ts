import { recoverUtterances } from '../utterances/utterance-database.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { Utterance, UtteranceChunk } from '../utterances/utterance.ts'

/** Stores utterances in memory, in the order of the calls. */
export class FakeUtterances implements UtteranceStore {
  readonly stored = new Map<string, Utterance>()
  chunks: UtteranceChunk[] = []

  save(utterance: Utterance) {
    this.#forget(utterance.id)
    this.stored.set(utterance.id, utterance)
    return Promise.resolve()
  }

  addChunk(chunk: UtteranceChunk) {
    this.chunks.push(chunk)
    return Promise.resolve()
  }

  remove(id: string) {
    this.#forget(id)
    this.stored.delete(id)
    return Promise.resolve()
  }

  get = (id: string) => Promise.resolve(this.stored.get(id))

  list() {
    for (const utterance of recoverUtterances(this.chunks)) void this.save(utterance)
    return Promise.resolve([...this.stored.values()])
  }

  #forget(id: string) {
    this.chunks = this.chunks.filter(({ utteranceId }) => utteranceId !== id)
  }
}
