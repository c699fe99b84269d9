import { expect, it } from 'vitest'
import { createPanelStore } from './panel-store.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const content = {
  agentId: 'v_agent',
  type: 'code',
  data: 'x = 1',
  title: 'Code',
  timestamp: '2026-11-21T12:00:01.000Z',
  isAwaitingTts: false,
} as const

it('starts every conversation with a welcome, and preserves existing content', () => {
  const panels = createPanelStore(() => NOW)
  const of = () => panels.state.getState().contents.v_agent
  panels.ensureWelcome('v_agent', 'V')
  expect(of()).toEqual({
    agentId: 'v_agent',
    type: 'welcome',
    data: '',
    title: 'V',
    timestamp: '2026-11-21T12:00:00.000Z',
    isAwaitingTts: false,
  })
  panels.show(content)
  panels.ensureWelcome('v_agent', 'V')
  expect(of()).toEqual(content)
})

it('preserves the time of content that is shown again, and whether it was already announced by voice', () => {
  const panels = createPanelStore()
  panels.show(content)
  panels.show({ ...content, timestamp: '2026-11-21T13:00:00.000Z' })
  expect(panels.state.getState().contents.v_agent).toEqual(content)
  panels.setAwaitingTts('v_agent', true)
  expect(panels.state.getState().contents.v_agent).toEqual({ ...content, isAwaitingTts: true })
})

it('removes the content of the agent that was left, and no other', () => {
  const panels = createPanelStore(() => NOW)
  panels.show(content)
  panels.show({ ...content, agentId: 'tutor_agent' })
  panels.setInFront(true)
  panels.clear('v_agent')
  expect(Object.keys(panels.state.getState().contents)).toEqual(['tutor_agent'])
  expect(panels.state.getState().isInFront).toBe(false)
})
