import type { Voice, VoiceWish } from '@vee/contract/entities/voice'
import { describe, expect, it } from 'vitest'
import { castVoices, utterancesOf } from './read-aloud.ts'

const voice = (name: string, lang = 'en-GB'): Voice => ({
  id: `browser_${name}`,
  providerVoiceId: name,
  name,
  lang,
  provider: 'browser',
  quality: 'natural',
  isDefault: false,
  gender: null,
  description: '',
})
const wish = (pitch: VoiceWish['pitch']): VoiceWish => ({ pitch, tone: 'warm', pace: 1 })
const CONVERSATION = [
  { agentId: undefined, wish: undefined },
  { agentId: 'v_agent', wish: wish('middle') },
  { agentId: 'tutor_agent', wish: wish('middle') },
  { agentId: 'v_agent', wish: wish('middle') },
]

describe('the voices of a shared conversation', () => {
  it('are different ones while the language has enough', () => {
    const cast = castVoices(
      CONVERSATION,
      [voice('Ada'), voice('Bo'), voice('Cy'), voice('Dora', 'de-DE')],
      'en',
    )
    expect(
      [...cast.values()]
        .map((role) => role.voice?.name)
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['Ada', 'Bo', 'Cy'])
  })

  it('differ in pitch where one voice speaks the language', () => {
    const cast = castVoices(CONVERSATION, [voice('Ada'), voice('Dora', 'de-DE')], 'en')
    expect(new Set([...cast.values()].map((role) => role.voice?.name))).toEqual(new Set(['Ada']))
    expect(new Set([...cast.values()].map((role) => role.pitch)).size).toBe(3)
  })

  it('are the browser’s choice where it lists none', () =>
    expect([...castVoices(CONVERSATION, [], 'en').values()].map((role) => role.voice)).toEqual([
      undefined,
      undefined,
      undefined,
    ]))
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
