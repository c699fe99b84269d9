import { expect, it } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

it('lets work under one key take turns, failing or not, and other keys go ahead', async () => {
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
