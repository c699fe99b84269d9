import { expect, it, vi } from 'vitest'
import { createSystemLog } from './log.ts'

it('contains the newest hundred entries, newest first', () => {
  const log = createSystemLog()
  for (let number = 1; number <= 130; number += 1) log.add('INFO', `entry ${number}`)
  expect(log.entries()).toHaveLength(100)
  expect(log.entries()[0]).toMatchObject({ id: 130, message: 'entry 130' })
  expect(log.entries().at(-1)?.message).toBe('entry 31')
})

it('notifies its listeners, and returns the same snapshot until something changes', () => {
  const log = createSystemLog(() => new Date(0))
  const listener = vi.fn<() => void>()
  const unsubscribe = log.subscribe(listener)
  log.add('WARN', 'something', 'more of it')
  expect(log.entries()).toBe(log.entries())
  expect(log.entries()).toEqual([
    { id: 1, time: new Date(0), level: 'WARN', message: 'something', details: 'more of it' },
  ])
  unsubscribe()
  log.clear()
  expect(log.entries()).toEqual([])
  expect(listener).toHaveBeenCalledOnce()
})
