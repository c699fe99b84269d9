import { expect, it } from 'vitest'
import type { TurnDecision } from '@vee/contract/turns/machine'
import { createWorld, untilSettled } from './hands-free.fixture.ts'

it('announces each decision with its reason, and no words', async () => {
  const target = new EventTarget()
  const { dispatchEvent } = globalThis
  globalThis.dispatchEvent = (event) => target.dispatchEvent(event)
  const decisions: TurnDecision[] = []
  target.addEventListener('vee-turn', (event) => {
    if (event instanceof CustomEvent) decisions.push(event.detail as TurnDecision)
  })
  const world = createWorld()
  try {
    world.handsFree.start('continuous')
    await untilSettled()
    world.handsFree.stop()
    expect(decisions).toEqual([
      { machine: 'hands-free', state: 'off', event: 'started', effect: 'open', reason: 'started' },
      { machine: 'hands-free', state: 'ready', event: 'stopped', effect: 'close', reason: 'stopped' },
    ])
  } finally {
    globalThis.dispatchEvent = dispatchEvent
  }
})
