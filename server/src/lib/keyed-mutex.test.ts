import { expect, it } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

it('runs tasks under one key sequentially, also after a failure, and other keys concurrently', async () => {
  const turns = new KeyedMutex()
  const said: string[] = []
  const first = Promise.withResolvers<void>()
  const failing = turns.runExclusive('a', async () => {
    said.push('one begins')
    await first.promise
    said.push('one ends')
    throw new Error('no')
  })
  const two = turns.runExclusive('a', async () => said.push('two'))
  await turns.runExclusive('b', async () => said.push('another'))
  first.resolve()
  await expect(failing).rejects.toThrow('no')
  await two
  expect(said).toEqual(['one begins', 'another', 'one ends', 'two'])
})
