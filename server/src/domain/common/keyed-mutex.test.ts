import { expect, it } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

it('runs tasks under one key sequentially, also after a failure, and other keys concurrently', async () => {
  const turns = new KeyedMutex()
  const said: string[] = []
  const first = Promise.withResolvers<void>()
  const one = turns.take('a', async () => {
    said.push('one begins')
    await first.promise
    said.push('one ends')
    throw new Error('no')
  })
  const two = turns.take('a', async () => said.push('two'))
  await turns.take('b', async () => said.push('another'))
  first.resolve()
  await expect(one).rejects.toThrow('no')
  await two
  expect(said).toEqual(['one begins', 'another', 'one ends', 'two'])
})
