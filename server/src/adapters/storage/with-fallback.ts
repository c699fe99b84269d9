import type { BlobStore } from './blob-store.ts'

/**
 * Returns a store that writes to `first`, and finds what is still in `second`: while files are moved from one to the other,
 * and before that. Files that are deleted or discarded are so in both.
 */
export function withFallback(first: BlobStore, second: BlobStore): BlobStore {
  return {
    isLocal: first.isLocal,
    write: (file, content, createdAt) => first.write(file, content, createdAt),
    // Between the two answers it may have been moved to the first.
    read: async (file, range) =>
      (await first.read(file, range)) ?? (await second.read(file, range)) ?? first.read(file, range),
    facts: async (file) => (await first.facts(file)) ?? second.facts(file),
    async remove(file) {
      await first.remove(file)
      await second.remove(file)
    },
    olderThan: async (time) => [
      ...new Set([...(await first.olderThan(time)), ...(await second.olderThan(time))]),
    ],
    async removeAbandoned(before) {
      await first.removeAbandoned(before)
      await second.removeAbandoned(before)
    },
    async discard(file, timeMs) {
      await first.discard(file, timeMs)
      await second.discard(file, timeMs)
    },
    async restore(file) {
      const isRestored = await first.restore(file)
      return (await second.restore(file)) || isRestored
    },
    discarded: async () => [...(await first.discarded()), ...(await second.discarded())],
    async removeDiscarded(file) {
      await first.removeDiscarded(file)
      await second.removeDiscarded(file)
    },
  }
}
