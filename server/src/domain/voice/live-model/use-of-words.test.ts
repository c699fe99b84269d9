import { describe, expect, it } from 'vitest'
import { wordUseOf, type WordContext } from './use-of-words.ts'

const context: WordContext = {
  languages: ['en', 'de'],
  wakeWords: ['Vee'],
  addressees: [
    { id: 'v_agent', label: 'V' },
    { id: 'tutor_agent', label: 'Tutor' },
    { id: 'nerf_agent', label: 'Nerf (guide)' },
  ],
  addressable: [
    { id: 'v_agent', names: ['V'] },
    { id: 'tutor_agent', names: ['Tutor'] },
    { id: 'nerf_agent', names: ['Nerf (guide)'] },
  ],
  participants: ['v_agent', 'tutor_agent'],
  currentAgentId: 'v_agent',
  hasCommands: true,
  sounding: undefined,
  awaitsConsent: false,
}
const during = (sounding: string) => ({ ...context, sounding })

describe('the final words of the user', () => {
  it.each(['', ' … ', '?!'])('%j are none', (text) => {
    expect(wordUseOf(text, context)).toEqual({ use: 'ignored' })
  })

  it.each(['What is a prime?', 'Yes.', 'No', 'The tutor helped me yesterday'])('%j is a question', (text) => {
    expect(wordUseOf(text, context)).toEqual({ use: 'question' })
  })

  it.each([
    ['Stop', true],
    ['Stopp!', true],
    ['Vee, louder', false],
    ['Switch to the tutor', false],
  ])('%j is a command', (text, isStop) => {
    expect(wordUseOf(text, context)).toEqual({ use: 'command', isStop })
    expect(wordUseOf(text, { ...context, hasCommands: false }).use).not.toBe('command')
  })

  it.each([
    ['Tutor, what is a prime?', 'tutor_agent'],
    ['Hey tutor what is a prime', 'tutor_agent'],
    ['Nerf, hello', 'nerf_agent'],
    ['What do you think, Tutor?', 'tutor_agent'],
    ['Let the tutor explain it', 'tutor_agent'],
    ['Lass den Tutor weitermachen', 'tutor_agent'],
  ])('%j addresses an agent', (text, agentId) => {
    expect(wordUseOf(text, context)).toEqual({ use: 'hand-over', agentId })
    expect(wordUseOf(text, { ...context, currentAgentId: agentId })).toEqual({ use: 'question' })
  })

  it.each([
    ['Tutor and Nerf, is it hard?', { use: 'hand-over', agentId: 'tutor_agent', nextAgents: ['nerf_agent'] }],
    ['V and Tutor, is it hard?', { use: 'question', nextAgents: ['tutor_agent'] }],
    [
      'What do both of you think of it?',
      { use: 'hand-over', agentId: 'tutor_agent', nextAgents: ['v_agent'] },
    ],
  ])('%j asks several', (text, use) => {
    expect(wordUseOf(text, context)).toEqual(use)
  })

  it('during a reply, sounds of listening and echoes of it are none', () => {
    const reply = 'A prime number has exactly two divisors, one and itself.'
    for (const text of ['mhm', 'Okay.', 'genau', 'has exactly two divisors'])
      expect(wordUseOf(text, during(reply)), text).toEqual({ use: 'ignored' })
    for (const text of ['two divisors', 'But why?', 'has exactly three divisors'])
      expect(wordUseOf(text, during(reply)), text).toEqual({ use: 'question' })
    expect(wordUseOf('has exactly two divisors', context)).toEqual({ use: 'question' })
  })
})

describe('after the question whether a tool may be used', () => {
  const asked = { ...context, awaitsConsent: true }

  it.each(['Yes.', 'No, thanks', 'Always', 'Vee, yes please'])('"%s" is a command to the client', (text) =>
    expect(wordUseOf(text, asked)).toEqual({ use: 'command', isStop: false }),
  )

  it.each(['Vee', 'Hey Vee!'])('"%s" is no answer, and ends nothing', (text) =>
    expect(wordUseOf(text, asked)).toEqual({ use: 'ignored' }),
  )

  it('other words are a question', () =>
    expect(wordUseOf('Yes, and what is the time?', asked)).toEqual({ use: 'question' }))

  it('words are used as ever for a client without commands', () =>
    expect(wordUseOf('Yes.', { ...asked, hasCommands: false })).toEqual({ use: 'question' }))
})
