import { resultKind } from '@vee/contract/entities/agent-result'
import { describe, expect, it } from 'vitest'
import { AGENT_IDS } from '@vee/contract/entities/agent-ids'
import { loadAgents } from '#agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { kindOfTool, readResult, resultTool } from './make-result.ts'

const agents = loadAgents(AGENTS_DIRECTORY)

describe.each(resultKind.options)('the result %s', (kind) => {
  it('is requested by a tool whose schema vendors accept, and that an agent has', () => {
    const tool = resultTool(kind)
    expect(tool.name).toMatch(/^show_[a-z_]{1,50}$/)
    expect(tool.parameters).toMatchObject({ type: 'object', additionalProperties: false })
    expect(tool.parameters['required']).toContain('title')
    expect(JSON.stringify(tool.parameters)).not.toMatch(/"\$schema"|"\$ref"|"kind":\{/)
    expect(kindOfTool(tool.name, resultKind.options)).toBe(kind)
    expect(agents.some(({ results }) => results.includes(kind))).toBe(true)
  })

  it.each([undefined, null, [], 'text', {}, { title: '' }])('is not read from %j', (given) => {
    expect(readResult(kind, given)).toHaveProperty('wrong')
  })
})

it.each(AGENT_IDS)(
  '%s has tools only where it is a general assistant, and results only where it has a screen',
  (id) => {
    const agent = agents.find((candidate) => candidate.id === id)
    expect(agent?.usesTools).toBe(id === 'v_agent' || id === 'nerf_agent')
    expect(agent?.results.length === 0).toBe(
      ['v_agent', 'nerf_agent', 'coding_assistant', 'diary_agent'].includes(id),
    )
  },
)
