import type { VoiceWish } from '@vee/contract/entities/voice'
import { describe, expect, it } from 'vitest'
import { speakersOf, utterancesOf } from './read-aloud.ts'

const wish: VoiceWish = { pitch: 'middle', tone: 'warm', pace: 1 }

it('is spoken by its speakers in the order of their first message', () => {
  const messages = [
    { agentId: undefined, name: '', wish: undefined },
    { agentId: 'v_agent', name: 'V', wish },
    { agentId: undefined, name: '', wish: undefined },
    { agentId: 'tutor_agent', name: 'Tutor', wish },
    { agentId: 'v_agent', name: 'V', wish },
  ]
  expect(speakersOf(messages)).toEqual([
    { id: 'person', name: '', voiceId: '', wish: undefined },
    { id: 'v_agent', name: 'V', voiceId: '', wish },
    { id: 'tutor_agent', name: 'Tutor', voiceId: '', wish },
  ])
})

describe('what is spoken at once', () => {
  it('is a sentence without the marks of Markdown', () =>
    expect(utterancesOf('**Slate** lasts. It is heavy!\n\n- one\n- two\n\n```js\nx\n```')).toEqual([
      'Slate lasts.',
      'It is heavy!',
      'one',
      'two',
    ]))

  it('is never too long for a browser, and loses nothing', () => {
    const text = `${'word '.repeat(120)}${'長'.repeat(500)}`
    const pieces = utterancesOf(text)
    expect(pieces.every((piece) => piece.length <= 221)).toBe(true)
    expect(pieces.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})
