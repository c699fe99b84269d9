import { expect, it } from 'vitest'
import { loadAgents } from '#agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { buildPrompt } from './build-prompt.ts'

const [agent] = loadAgents(AGENTS_DIRECTORY)

it.each([
  ['America/Los_Angeles', 'Friday, 2026-11-27'],
  ['UTC', 'Saturday, 2026-11-28'],
  ['Pacific/Kiritimati', 'Saturday, 2026-11-28'],
])('states the day in %s', (timeZone, day) => {
  if (!agent) throw new Error('there are agents')
  const time = Date.parse('2026-11-28T02:53:00Z')
  const prompt = buildPrompt(agent, { agentId: agent.id, messages: [] }, null, { day: { time, timeZone } })
  expect(prompt).toContain(`Today is ${day}, where the person is (time zone ${timeZone}).`)
})
