import { expect, it } from 'vitest'
import { lazyModule, lazyPort } from './lazy-module.ts'

it('loads a module once and returns it from then on', async () => {
  let loads = 0
  const code = lazyModule(async () => (loads += 1))
  expect(code.now()).toBeUndefined()
  expect(await Promise.all([code.load(), code.load()])).toEqual([1, 1])
  expect(code.now()).toBe(1)
})

it('loads again after a failure', async () => {
  let isOnline = false
  const code = lazyModule(async () => {
    if (!isOnline) throw new Error('offline')
    return 'code'
  })
  await expect(code.load()).rejects.toThrow('offline')
  isOnline = true
  expect(await code.load()).toBe('code')
})

it('delivers queued calls in order, after the port was set up, and later calls at once', async () => {
  const calls: string[] = []
  const port = lazyPort(
    async () => ({ call: (name: string) => void calls.push(name) }),
    ({ call }) => call('set up'),
    () => calls.push('failed'),
  )
  port.queue(({ call }) => call('first'))
  port.queue(({ call }) => call('second'))
  await port.load()
  port.queue(({ call }) => call('third'))
  expect(calls).toEqual(['set up', 'first', 'second', 'third'])
})

it('reports a failed load only if calls were queued, and does not deliver them later', async () => {
  const calls: string[] = []
  let isOnline = false
  const port = lazyPort(
    async () => {
      if (!isOnline) throw new Error('offline')
      return 'port'
    },
    () => {},
    () => calls.push('failed'),
  )
  await expect(port.load()).rejects.toThrow('offline')
  expect(calls).toEqual([])
  port.queue(() => calls.push('called'))
  await expect(port.load()).rejects.toThrow('offline')
  expect(calls).toEqual(['failed'])
  isOnline = true
  await port.load()
  expect(calls).toEqual(['failed'])
})
