import { LOCALES } from '@vee/contract/entities/locale'
import type { Voice, VoiceWish } from '@vee/contract/entities/voice'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { castVoice, castVoices, playbackSpeed, serverSpeed, type VoiceSpeaker } from './cast-voices.ts'

const voice = (id: string, lang = 'mul', more: Partial<Voice> = {}): Voice => ({
  id,
  providerVoiceId: id,
  name: id,
  lang,
  provider: 'openai',
  quality: 'natural',
  isDefault: false,
  gender: null,
  description: '',
  ...more,
})
const speaker = (id: string, more: Partial<VoiceSpeaker> = {}): VoiceSpeaker => ({
  id,
  name: id,
  voiceId: '',
  ...more,
})
const wish = (pitch: VoiceWish['pitch'], more: Partial<VoiceWish> = {}): VoiceWish => ({
  pitch,
  tone: 'calm',
  pace: 1,
  ...more,
})
/** Wishes of the nine agents. */
const NINE = [
  speaker('v_agent', { wish: wish('middle', { tone: 'clear' }) }),
  speaker('nerf_agent', { wish: wish('high', { tone: 'energetic', pace: 1.05 }) }),
  speaker('coding_assistant', { wish: wish('low', { language: 'en-US' }) }),
  speaker('coding_interviewer', { wish: wish('middle', { tone: 'lively', language: 'en-US' }) }),
  speaker('system_designer', { wish: wish('low', { tone: 'warm' }) }),
  speaker('tutor_agent', { wish: wish('high', { tone: 'warm', pace: 0.95 }) }),
  speaker('diary_agent', { wish: wish('high', { tone: 'gentle', pace: 0.95, language: 'en-GB' }) }),
  speaker('meeting_summarizer', { wish: wish('high', { tone: 'bright', pace: 1.05 }) }),
  speaker('lc_audit_aide', { wish: wish('low', { tone: 'deep', pace: 0.95 }) }),
]
const shift = (voices: readonly Voice[], one: VoiceSpeaker) =>
  castVoice(voices, { language: 'en', speakers: [one], speakerId: 'a' })?.semitones
const voiceIds = (cast: ReturnType<typeof castVoices>) => [...cast.values()].map((role) => role.voice.id)
const anySpeakers = fc.shuffledSubarray(NINE, { minLength: 2 })
const anyLanguage = fc.constantFrom(...LOCALES)
const anyProvider = fc.constantFrom('openai', 'browser', 'local', 'piper')

/** Voices of a language, of which one may be the default, among those of others. */
const anyVoices = (language: string, count: number, provider: string) =>
  fc
    .tuple(
      fc.array(
        fc.record({
          gender: fc.constantFrom('female', 'male', 'neutral', null),
          description: fc.constantFrom('', 'Deep and warm', 'Bright', 'Calm'),
          lang: fc.constantFrom('mul', language, language.slice(0, 2)),
        }),
        { minLength: count, maxLength: count + 4 },
      ),
      fc.nat(),
      fc.boolean(),
    )
    .map(([own, defaultIndex, isMixed]) => [
      ...(isMixed ? [voice('other', 'nl-NL', { provider })] : []),
      ...own.map((more, index) =>
        voice(`own${index}`, more.lang, {
          ...more,
          provider,
          isDefault: index === defaultIndex % own.length,
        }),
      ),
    ])

describe('the voices of a conversation', () => {
  it('are distinct whenever there are enough, in nine languages and with every engine', () => {
    const anyCase = fc
      .tuple(anySpeakers, anyLanguage, anyProvider)
      .chain(([speakers, language, provider]) =>
        fc.tuple(
          fc.constant(speakers),
          fc.constant(language),
          anyVoices(language, speakers.length, provider),
        ),
      )
    fc.assert(
      fc.property(anyCase, ([speakers, language, voices]) => {
        const cast = castVoices(voices, language, speakers)
        expect(new Set(voiceIds(cast)).size).toBe(speakers.length)
        expect(voiceIds(cast)).not.toContain('other')
        expect([...cast.values()].every(({ introduction }) => introduction === '')).toBe(true)
      }),
    )
  })

  it('differ in voice or pitch, within two semitones, and say names, however few there are', () => {
    const anyCase = fc
      .tuple(anySpeakers, anyLanguage, anyProvider, fc.integer({ min: 1, max: 3 }))
      .chain(([speakers, language, provider, count]) =>
        fc.tuple(fc.constant(speakers), fc.constant(language), anyVoices(language, count, provider)),
      )
    fc.assert(
      fc.property(anyCase, ([speakers, language, voices]) => {
        const roles = [...castVoices(voices, language, speakers).values()]
        const sounds = roles.map((role) => `${role.voice.id} ${role.semitones}`)
        expect(new Set(sounds).size).toBe(speakers.length)
        for (const role of roles) {
          const isShared = roles.filter((other) => other.voice === role.voice).length > 1
          expect(role.introduction !== '').toBe(isShared)
          expect(Math.abs(role.semitones)).toBeLessThanOrEqual(2)
        }
      }),
    )
  })

  it('do not change when another agent joins', () => {
    const anyCase = fc
      .tuple(anySpeakers, anyLanguage, anyProvider, fc.integer({ min: 1, max: 9 }))
      .chain(([speakers, language, provider, count]) =>
        fc.tuple(fc.constant(speakers), fc.constant(language), anyVoices(language, count, provider)),
      )
    fc.assert(
      fc.property(anyCase, ([speakers, language, voices]) => {
        const before = castVoices(voices, language, speakers.slice(0, -1))
        const after = castVoices(voices, language, speakers)
        for (const [id, { introduction: _, ...role }] of before) expect(after.get(id)).toMatchObject(role)
      }),
    )
  })

  it('fit their wishes', () => {
    const voices = [
      voice('alloy', 'mul', { gender: 'neutral', description: 'Even and clear', isDefault: true }),
      voice('ash', 'mul', { gender: 'male', description: 'Relaxed and warm' }),
      voice('echo', 'mul', { gender: 'male', description: 'Calm and level' }),
      voice('nova', 'mul', { gender: 'female', description: 'Fresh and energetic' }),
    ]
    const [v, nerf, coder] = NINE
    expect(
      voiceIds(
        castVoices(
          voices,
          'en',
          [v, nerf, coder].flatMap((one) => one ?? []),
        ),
      ),
    ).toEqual(['alloy', 'nova', 'echo'])
  })

  it('are of both genders before two are of one, if no wish says otherwise', () => {
    const voices = [
      voice('ann', 'de-DE', { gender: 'female', isDefault: true }),
      voice('bea', 'de-DE', { gender: 'female' }),
      voice('carl', 'de-DE', { gender: 'male' }),
    ]
    expect(voiceIds(castVoices(voices, 'de-DE', [speaker('a'), speaker('b')]))).toEqual(['ann', 'carl'])
  })

  it('are those that were chosen, even one for two agents', () => {
    const chosen = [speaker('a', { voiceId: 'two' }), speaker('b', { voiceId: 'two' }), speaker('c')]
    const cast = castVoices([voice('one'), voice('two')], 'en', chosen)
    expect(voiceIds(cast)).toEqual(['two', 'two', 'one'])
    expect([...cast.values()].map(({ semitones, introduction }) => [semitones, introduction])).toEqual([
      [0, 'a. '],
      [-2, 'b. '],
      [0, ''],
    ])
  })

  it('speak the language rather than the chosen one that does not', () => {
    const voices = [voice('american', 'en-US'), voice('french', 'fr-FR')]
    const chosen = { language: 'fr-FR', speakers: [speaker('a', { voiceId: 'american' })], speakerId: 'a' }
    expect(castVoice(voices, chosen)?.voice.id).toBe('french')
    expect(castVoice(voices, { ...chosen, language: 'ko-KR' })?.voice.id).toBe('american')
  })

  it('are of one provider and quality: another one may cost money or sound synthetic', () => {
    const voices = [
      voice('own', 'de-DE', { isDefault: true }),
      voice('paid', 'de-DE', { provider: 'elevenlabs' }),
      voice('basic', 'de-DE', { quality: 'basic' }),
    ]
    expect(voiceIds(castVoices(voices, 'de-DE', [speaker('a'), speaker('b')]))).toEqual(['own', 'own'])
  })

  it.each([
    ['qualities of one voice', 'Samantha', 'Samantha (Enhanced)'],
    ['regions of one synthetic voice', 'English (America)', 'English (Great Britain)'],
  ])('do not count %s as two', (_, name, other) => {
    const voices = [voice('one', 'en-US', { name }), voice('two', 'en-GB', { name: other })]
    const cast = castVoices(voices, 'en-US', [speaker('a'), speaker('b')])
    expect([...cast.values()].map(({ semitones }) => semitones)).toEqual([0, -2])
  })

  it('never speak Cantonese in Mandarin', () => {
    const voices = [voice('xiao', 'zh-CN', { isDefault: true }), voice('sin', 'zh-HK')]
    expect(voiceIds(castVoices(voices, 'zh-CN', [speaker('a'), speaker('b')]))).toEqual(['xiao', 'xiao'])
  })

  it('take the wished pitch where a browser knows no gender, unless the person set pitch or voice', () => {
    const low = speaker('a', { wish: wish('low') })
    const browser = [voice('anna', 'en-US', { provider: 'browser' })]
    expect(shift(browser, low)).toBe(-2)
    expect(shift(browser, { ...low, keepsPitch: true })).toBe(0)
    expect(shift(browser, { ...low, voiceId: 'anna' })).toBe(0)
    expect(shift([voice('alloy')], low)).toBe(0)
  })

  it('say the name as a sentence of the language', () => {
    const both = [speaker('a', { name: 'V' }), speaker('b', { name: '家庭教師' })]
    const names = (language: string) =>
      [...castVoices([voice('one')], language, both).values()].map(({ introduction }) => introduction)
    expect(names('ja-JP')).toEqual(['V。', '家庭教師。'])
    expect(names('de-DE')).toEqual(['V. ', '家庭教師. '])
  })

  it('exist for one who did not join, too, and are missing without any', () => {
    const ask = { language: 'en', speakers: [speaker('a')], speakerId: 'stranger' }
    expect(castVoice([voice('one'), voice('two')], ask)?.voice.id).toBe('two')
    expect(castVoice([], ask)).toBeUndefined()
  })
})

it('is requested slower as it is played faster', () => {
  expect(playbackSpeed(2)).toBe(1.12)
  expect(playbackSpeed(-2)).toBe(0.89)
  expect(serverSpeed(1.12, 2)).toBe(1)
  expect(serverSpeed(4, -2)).toBe(4)
  expect(serverSpeed(1, 0)).toBe(1)
})
