import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { TOKEN_WORKER } from '#lib/project-files.ts'
import { createTokenCounter } from './token-counter.ts'

/** A time limit for starting a thread on a busy machine. */
const counter = createTokenCounter(TOKEN_WORKER, 60_000)
afterAll(() => counter.close())

describe('the counter of tokens', () => {
  it.each([
    'gpt-4o',
    'gpt-4o-mini-2024-07-18',
    'openai/gpt-4.1',
    'gpt-5-nano',
    'o3-mini',
    'chatgpt-4o-latest',
  ])('supports %s', (model) => expect(counter.knows(model)).toBe(true))

  it.each([
    'gpt-4',
    'gpt-3.5-turbo',
    'claude-sonnet-4-5',
    'meta-llama/llama-3.3-70b',
    'builtin',
    'opus',
    'o',
    '',
  ])('does not support %j', (model) => expect(counter.knows(model)).toBe(false))

  it('counts like OpenAI’s own tokenizer', async () => {
    // Counted with tiktoken’s o200k_base.
    const counted: readonly (readonly [string, number])[] = [
      ['', 0],
      ['tiktoken is great!', 6],
      ['antidisestablishmentarianism', 6],
      ['お誕生日おめでとう', 8],
      ['<|endoftext|>', 7],
    ]
    expect(await counter.count(counted.map(([text]) => text))).toEqual(counted.map(([, tokens]) => tokens))
  })

  it('counts a text in chunks like the whole text', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index % 7},`)
    const [whole, ...parts] =
      (await counter.count([words.join(' '), ...words.map((word) => ` ${word}`)])) ?? []
    expect(whole).toBe(parts.reduce((sum, count) => sum + count, 0))
  })

  it.each([
    ['one letter', 'a'.repeat(100_000)],
    ['spaces', ' '.repeat(100_000)],
    ['no words at all', randomBytes(75_000).toString('base64')],
  ])('is not blocked by a text of %s', async (_, text) => {
    const before = performance.now()
    const [count = 0] = (await counter.count([text])) ?? []
    expect(count).toBeGreaterThan(500)
    // Without chunks, they take 20 s and more.
    expect(performance.now() - before).toBeLessThan(10_000)
  })

  it('returns undefined instead of a late result, and recovers', async () => {
    const late = createTokenCounter(TOKEN_WORKER, 0)
    expect(await late.count(['hello'])).toBeUndefined()
    await late.close()
    expect(await counter.count(['hello'])).toEqual([1])
  })

  it('counts no more than a client sends', async () => {
    expect(await counter.count(['a '.repeat(300_000)])).toBeUndefined()
  })

  it('sends no more requests to a busy thread, and resumes afterwards', async () => {
    const waits = `import { parentPort } from 'node:worker_threads'
      const asked = []
      parentPort.on('message', ({ id }) => {
        asked.push(id)
        if (asked.length >= 8) for (const each of asked.splice(0, 8)) parentPort.postMessage({ id: each, counts: [1] })
      })`
    const slow = createTokenCounter(new URL(`data:text/javascript,${encodeURIComponent(waits)}`), 60_000)
    const counts = () => Promise.all(Array.from({ length: 9 }, () => slow.count(['hello'])))
    const all = [...Array.from({ length: 8 }, () => [1]), undefined]
    expect([await counts(), await counts()]).toEqual([all, all])
    await slow.close()
  })

  it('works without a thread that cannot start', async () => {
    const broken = createTokenCounter(new URL('missing-worker.ts', TOKEN_WORKER), 60_000)
    expect(await broken.count(['hello'])).toBeUndefined()
    expect(await broken.count(['hello'])).toBeUndefined()
  })
})
