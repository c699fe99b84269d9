// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { AGENT_IDS } from '@vee/contract/entities/agent-ids'
import type { Agent } from '@vee/contract/entities/agent'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { agentOf } from './agent.fixture.ts'
import { AgentHub, byMode } from './agent-hub.tsx'

// Preloads what is otherwise loaded on first use within a test.
beforeAll(async () => {
  await switchTexts('en')
  await Promise.all([loadLazyTexts(), import('#ui/feedback/overlay/dialog-popup.tsx')])
})
afterEach(cleanup)

const ignore = () => {}

test('returns to all assistants after a search without results', async () => {
  render(
    <AgentHub
      agents={[agentOf('v_agent', 'V', 'default')]}
      activeId="v_agent"
      onChoose={ignore}
      onLogIn={undefined}
      onReload={ignore}
      onEdit={ignore}
      onClose={ignore}
    />,
  )
  await userEvent.type(await screen.findByRole('searchbox'), 'nobody like that')
  expect(screen.getByRole('heading', { name: 'No matching assistants' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all assistants' }))
  expect(screen.queryByRole('heading', { name: 'No matching assistants' })).toBeNull()
  expect(screen.getByText('1 assistant')).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Category' })).toBeNull()
})

test('the settings of the active assistant are in its row', async () => {
  render(
    <AgentHub
      agents={[agentOf('v_agent', 'V', 'default'), agentOf('tutor_agent', 'Tutor', 'Learning')]}
      activeId="tutor_agent"
      onChoose={ignore}
      onLogIn={undefined}
      onReload={ignore}
      onEdit={ignore}
      onClose={ignore}
    >
      How it speaks
    </AgentHub>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'About Tutor' }))
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.filter((text) => text.includes('How it speaks'))).toEqual([expect.stringContaining('Tutor')])
})

test('the details of an assistant are its long description and what it can do', async () => {
  const agent = {
    ...agentOf('v_agent', 'V', 'default'),
    longDescription: 'For tasks with many steps.',
    detailedCapabilities: [{ id: 'plan', label: 'Plans the steps' }],
  }
  render(
    <AgentHub
      agents={[agent]}
      activeId="v_agent"
      onChoose={ignore}
      onLogIn={undefined}
      onReload={ignore}
      onEdit={ignore}
      onClose={ignore}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'About V' }))
  expect(screen.getByText('For tasks with many steps.')).toBeDefined()
  expect(screen.getByText('Plans the steps')).toBeDefined()
})

test('every agent of the catalogue is in exactly one of the four modes', () => {
  const groups = byMode(AGENT_IDS.map((id) => ({ id }) as Agent))
  expect(groups.map(({ mode }) => mode)).toEqual(['general', 'coding', 'design', 'meetings'])
  expect(groups.flatMap(({ agents }) => agents.map(({ id }) => id)).toSorted()).toEqual(
    [...AGENT_IDS].toSorted(),
  )
})

test('a mode without agents is omitted', () => {
  expect(byMode([{ id: 'system_designer' } as Agent]).map(({ mode }) => mode)).toEqual(['design'])
})
