import { expect, it } from 'vitest'
import { customAgentFields } from '@vee/contract/entities/custom-agent'
import type { Voice } from '@vee/contract/entities/voice'
import { type AgentField, readFields } from './agent-form.ts'

const NOVA: Voice = {
  id: 'openai_nova',
  providerVoiceId: 'nova',
  name: 'Nova',
  lang: 'mul',
  provider: 'openai',
  quality: 'natural',
  isDefault: false,
  gender: 'female',
  description: '',
}
const form = (given: Partial<Record<AgentField, string>>, before?: Parameters<typeof readFields>[2]) =>
  readFields(
    (field) => ({ name: 'Kai', purpose: 'Plans walks', ...given })[field as 'name'] ?? '',
    [NOVA],
    before,
  )

it("converts a filled form to the server's format", () => {
  const read = form({
    name: ' Kai\t2 ',
    instructions: ' Be brief.\nSpeak of tides. ',
    startingPrompts: 'Where today?\n\n  And tomorrow? \r\n',
    voice: 'openai_nova',
    colour: 'info',
    model: ' gpt-4o-mini ',
    temperature: '0,3',
    maxOutputTokens: '400',
    usesTools: 'on',
  })
  const fields = {
    name: 'Kai 2',
    purpose: 'Plans walks',
    instructions: 'Be brief.\nSpeak of tides.',
    startingPrompts: ['Where today?', 'And tomorrow?'],
    voice: { voiceId: 'openai_nova', name: 'Nova', lang: 'mul' },
    colour: 'info',
    model: 'gpt-4o-mini',
    sampling: { temperature: 0.3, topP: null, maxOutputTokens: 400 },
    usesTools: true,
    drawsDiagrams: false,
  }
  expect(read).toEqual({ fields })
  expect(customAgentFields.parse(fields)).toEqual(fields)
})

it('keeps a voice that this server does not have, and removes it on request', () => {
  const voice = { voiceId: 'openai_gone', name: 'Gone', lang: 'en' }
  expect(form({ voice: 'openai_gone' }, { voice })).toMatchObject({ fields: { voice } })
  expect(form({ voice: '' }, { voice })).toMatchObject({ fields: { voice: null } })
})

it.each([
  ['name', { name: ' \n ' }],
  ['purpose', { purpose: '' }],
  ['startingPrompts', { startingPrompts: 'a\n'.repeat(21) }],
  ['startingPrompts', { startingPrompts: 'a'.repeat(301) }],
])('reports the error at the field %s', (field, given) => {
  expect(form(given)).toMatchObject({ field })
})

it('rejects a sampling parameter outside of its limits', () => {
  expect(form({ temperature: '3' })).toEqual({ field: 'temperature' })
})
