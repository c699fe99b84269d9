import { expect, test } from 'vitest'
import { agentOf as agent } from './agent.fixture.ts'
import { categoriesOf, findAgents } from './find-agents.ts'

const AGENTS = [
  agent('v_agent', 'V', 'default'),
  agent('coding_assistant', 'Coding Assistant', 'Coding', ['debug']),
  agent('system_designer', 'Entwürfe', 'Coding'),
]
const ids = (query: Partial<Parameters<typeof findAgents>[1]>) =>
  findAgents(AGENTS, { text: '', category: undefined, favourites: [], ...query }).map(({ id }) => id)

test('all of them, favourites first', () => {
  expect(ids({ favourites: ['system_designer'] })).toEqual(['system_designer', 'v_agent', 'coding_assistant'])
})

test('by terms of label, category and tags, without accents and in any order', () => {
  expect(ids({ text: 'DEBUG coding' })).toEqual(['coding_assistant'])
  expect(ids({ text: 'entwurfe' })).toEqual(['system_designer'])
  expect(ids({ text: 'nothing of the kind' })).toEqual([])
})

test('by category', () => {
  expect(categoriesOf(AGENTS)).toEqual(['default', 'Coding'])
  expect(ids({ category: 'Coding' })).toEqual(['coding_assistant', 'system_designer'])
})

test('finds an agent by its abilities', () => {
  const able = {
    ...agent('tutor_agent', 'Tutor', 'Learning'),
    detailedCapabilities: [{ id: 'flashcards', label: 'Makes flashcards' }],
  }
  const query = { text: 'flashcards', category: undefined, favourites: [] }
  expect(findAgents([...AGENTS, able], query)).toEqual([able])
})
