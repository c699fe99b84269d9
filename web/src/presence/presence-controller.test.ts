import { describe, expect, it } from 'vitest'
import { PresenceController } from './presence-controller.ts'
import type { PresenceCommand } from './presence-start.ts'

describe('the controller', () => {
  it('forwards commands while a picture is attached, and replays the state for later ones', () => {
    const controller = new PresenceController()
    const heard: PresenceCommand[] = []
    const detach = controller.attach((command) => heard.push(command))
    controller.tell({ type: 'state', state: 'listening' })
    controller.tell({ type: 'event', event: 'error' })
    detach()
    controller.tell({ type: 'state', state: 'thinking' })
    expect(heard).toEqual([
      { type: 'state', state: 'listening' },
      { type: 'event', event: 'error' },
    ])
    expect(controller.start).toMatchObject({ state: 'thinking', mood: 'contemplative' })
  })
})
