import { describe, expect, it } from 'vitest'
import { type Locale, LOCALES } from '@vee/contract/entities/locale'
import { delimitedText } from '../../../llm/prompt-delimiters.ts'
import { AGENT_TEXTS } from '../../text/agent-texts.ts'
import { ask } from '../../fixtures/ask.ts'
import { textOf } from '../../locale-text.ts'

const summarize = (message: string, language: Locale = 'en') =>
  ask(message, { agentId: 'meeting_summarizer', language, locale: language })

describe('the meeting summarizer', () => {
  it.each([
    [
      'en',
      'We met about the launch. Anna will send the draft by Friday. The weather was fine.',
      'Anna will send the draft by Friday.',
    ],
    [
      'es-ES',
      'Hablamos del lanzamiento. Ana tiene que enviar el borrador el viernes. Hacía buen tiempo.',
      'Ana tiene que enviar el borrador el viernes.',
    ],
    [
      'fr-FR',
      'Nous avons parlé du lancement. Anna doit envoyer le brouillon vendredi. Il faisait beau.',
      'Anna doit envoyer le brouillon vendredi.',
    ],
    [
      'de-DE',
      'Wir sprachen über den Start. Anna muss den Entwurf bis Freitag schicken. Das Wetter war schön.',
      'Anna muss den Entwurf bis Freitag schicken.',
    ],
    [
      'it-IT',
      'Abbiamo parlato del lancio. Anna deve mandare la bozza entro venerdì. Il tempo era bello.',
      'Anna deve mandare la bozza entro venerdì.',
    ],
    [
      'pt-BR',
      'Falamos sobre o lançamento. Ana precisa enviar o rascunho até sexta. O tempo estava bom.',
      'Ana precisa enviar o rascunho até sexta.',
    ],
    [
      'ja-JP',
      '公開について長い時間をかけて話し合いました。田中さんは金曜日までに下書きを送ることになった。天気が良かった。とても楽しい一日だったと思う。',
      '田中さんは金曜日までに下書きを送ることになった。',
    ],
    [
      'ko-KR',
      '오늘 회의에서 출시에 대해 오래 이야기했다. 민수가 금요일까지 초안을 보내야 한다. 날씨가 참 좋았다. 분위기도 좋았고 모두 만족했다.',
      '민수가 금요일까지 초안을 보내야 한다.',
    ],
    [
      'zh-CN',
      '我们今天开会讨论了产品发布的各种问题。小王负责在周五发出草稿。天气很好。大家都很高兴，会议开得很顺利，午饭也不错，最后一起合影留念。',
      '小王负责在周五发出草稿。',
    ],
  ] as const)('finds the task in notes in %s, verbatim', async (language, notes, task) => {
    const answer = await summarize(notes, language)
    expect(answer.match(/^- \[ \] .*$/gm)).toEqual([`- [ ] ${task}`])
  })

  it('states that no model has read the notes', async () => {
    expect(await summarize('Action items:\nBob must call the printer.')).toContain('No language model')
  })

  it('does not treat questions as tasks, and returns no tasks if there are none', async () => {
    const answer = await summarize('Summarize:\nWill it rain? Nobody knew. Lunch was good.')
    expect(answer).toContain(textOf('en').answers.noTasks)
  })

  it('parses notes with names before a colon', async () => {
    const notes = 'Anna: the printer is broken again.\nBob: I will call the company today.\nAnna: thank you.'
    expect(await summarize(notes)).toContain('- [ ] Bob: I will call the company today.')
  })

  it('reads only the marked transcript, without its times', async () => {
    const answer = await summarize(
      `Summarise this meeting. Give quotes: the words that prove it, to the letter.\n\nDate: 2026-11-22.\n\n${delimitedText(
        'transcript',
        '[0:00] Ada: We ship on Friday.\n[1:00:04] Bob: I will write the tests by Monday.',
      )}`,
    )
    expect(answer).toContain('- Ada: We ship on Friday.')
    expect(answer.match(/^- \[ \] .*$/gm)).toEqual(['- [ ] Bob: I will write the tests by Monday.'])
    expect(answer).not.toMatch(/quotes|letter|2026|\[\d/)
  })

  it('leaves other text operations to the general skills', async () => {
    expect(await summarize('Sort:\npear\napple\nfig')).toBe('- apple\n- fig\n- pear')
    expect(await summarize('Flip a coin')).toBe('Heads.')
  })
})

it.each(['calls ', 'Bob: will ', 'x, and '])('replies to the long notes %j', async (fragment) => {
  expect(await ask(fragment.repeat(20_000), { agentId: 'meeting_summarizer', language: 'en' })).not.toBe('')
})

describe('every agent', () => {
  const AGENTS = [
    'v_agent',
    'nerf_agent',
    'coding_assistant',
    'system_designer',
    'meeting_summarizer',
    'tutor_agent',
    'coding_interviewer',
    'lc_audit_aide',
    'diary_agent',
  ] as const

  it.each(LOCALES)('lists in %s its abilities, each specific to the agent', async (locale) => {
    const wish = textOf(locale).triggers.abilities[0] ?? ''
    const hello = textOf(locale).triggers.greeting[0] ?? ''
    const asked = async (agentId: (typeof AGENTS)[number]) => {
      const own = AGENT_TEXTS[locale][agentId] ?? ''
      expect(own.length).toBeGreaterThan(10)
      for (const message of agentId === 'v_agent' ? [wish] : [wish, hello])
        expect(await ask(message, { agentId, language: locale, locale })).toContain(own)
      return own
    }
    const answers = await Promise.all(AGENTS.map(asked))
    expect(new Set(answers).size).toBe(AGENTS.length)
  })
})

describe('an agent whose work takes a model', () => {
  it.each([
    ['coding_interviewer', 'Start an interview for a mid-level role.'],
    ['system_designer', 'Draw a diagram of a chat app'],
    ['tutor_agent', 'Quiz me on the capitals of South America.'],
    ['lc_audit_aide', 'Audit the problem Two Sum with all its approaches.'],
    ['coding_assistant', 'Write a function that groups a list of orders.'],
    ['diary_agent', 'Today I walked along the harbor with Lea and we talked for hours.'],
  ] as const)('%s states it in reply to a wish', async (agentId, message) => {
    const answer = await ask(message, { agentId, language: 'en' })
    expect(answer).toBe(`${AGENT_TEXTS.en[agentId]}\n\n${textOf('en').answers.connectModel}`)
  })

  it('keeps the general skills, and the general reply to a question', async () => {
    expect(await ask('What is 12 times 12?', { agentId: 'diary_agent', language: 'en' })).toContain('144')
    expect(await ask('Flip a coin', { agentId: 'coding_interviewer', language: 'en' })).toBe('Heads.')
    expect(await ask('Who wrote the odyssey?', { agentId: 'tutor_agent', language: 'en' })).toBe(
      textOf('en').answers.unknown,
    )
  })
})
