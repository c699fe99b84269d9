import { expect, it } from 'vitest'
import { onBackgroundFailure } from '#lib/background.ts'
import { ModuleStack } from './module.ts'

it('drains and closes modules in reverse order, each once, in spite of failures', async () => {
  const steps: string[] = []
  const failures: unknown[] = []
  const stop = onBackgroundFailure(({ error }) => failures.push(error))
  const broken = new Error('it does not close')
  const modules = new ModuleStack()
  const add = (name: string, close = async () => void steps.push(`close ${name}`)) =>
    modules.add({ services: name, drain: async () => void steps.push(`drain ${name}`), close })
  expect(add('database')).toBe('database')
  add('cluster', () => Promise.reject(broken))
  modules.add({ services: undefined })
  add('replies')

  await modules.drain()
  await modules.close()
  await modules.close()
  stop()
  expect(steps).toEqual([
    'drain replies',
    'drain cluster',
    'drain database',
    'close replies',
    'close database',
  ])
  expect(failures).toEqual([broken])
})
