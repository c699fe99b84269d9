import { AGENT_IDS } from '@vee/contract/entities/agent-ids'
import type { Agent } from '@vee/contract/entities/agent'
import { expect, test } from 'vitest'
import { byMode } from './modes.ts'

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
