import type { WordTime } from '@vee/contract/http/speech'
import { expect, it } from 'vitest'
import { SegmentQueue } from './segment-queue.ts'

const word = (start: number): WordTime => ({ start, end: start + 1, atMs: start * 100 })
const ignore = () => undefined

it('passes words on that arrive before and after their segment is requested', async () => {
  const queue = new SegmentQueue()
  const told: number[] = []
  const onWords = (words: readonly WordTime[]) => told.push(...words.map(({ start }) => start))
  queue.started(0, 'a b c')
  queue.addWordTimes(0, [word(0)])
  const sound = await queue.next('a b c', ignore, onWords)
  queue.addWordTimes(0, [word(2)])
  queue.sounded(new Uint8Array(2))
  queue.ended()
  for await (const bytes of sound) expect(bytes).toHaveLength(2)
  queue.addWordTimes(0, [word(4)])
  expect(told).toEqual([0, 2, 4])
})

it('keeps the words of each segment apart', async () => {
  const queue = new SegmentQueue()
  const told: string[] = []
  const listen = (name: string) => (words: readonly WordTime[]) =>
    told.push(...words.map(({ start }) => `${name}${start}`))
  const first = queue.next('one', ignore, listen('one'))
  const second = queue.next('two', ignore, listen('two'))
  queue.started(0, 'one')
  queue.addWordTimes(0, [word(1)])
  queue.ended()
  queue.started(1, 'two')
  queue.addWordTimes(1, [word(3)])
  await Promise.all([first, second])
  expect(told).toEqual(['one1', 'two3'])
})
