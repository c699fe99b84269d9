import type { HeadlessThoughts } from './think-tags.ts'

/** Models that are remembered at most. */
const MAX_MODELS = 200

/** Models whose last reply contained the closing mark of its reasoning only, by server and model. */
const headless = new Set<string>()

/** Returns what this process knows about a model of a server. */
export function headlessThoughtsOf(baseUrl: string, model: string): HeadlessThoughts {
  const key = `${baseUrl} ${model}`
  return {
    isExpected: () => headless.has(key),
    expect(isExpected) {
      headless.delete(key)
      if (isExpected) headless.add(key)
      const [oldest] = headless
      if (headless.size > MAX_MODELS && oldest !== undefined) headless.delete(oldest)
    },
  }
}
