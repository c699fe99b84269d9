import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { asked, choose, test } from '../talk/talk-page.ts'
import { expect, microphone } from '../test.ts'

test.use({ ...microphone('question.wav') })

const EMAIL = 'ann@example.org'

const line = (index: number, speaker: string, text: string) => ({
  id: `l${index}`,
  start: index * 10,
  end: index * 10 + 8,
  speaker,
  text,
})

test('the last search is narrowed by voice, and what was found is played; notes are read and forgotten', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await choose(page, { sendsTranscriptAtOnce: true, autoPlayTts: false })
  const token = await makeAccount(vee.url, EMAIL)
  const headers = { authorization: `Bearer ${token}` }
  const sentences = Array.from({ length: 60 }, (_, index) =>
    line(index, 'Anna', `Sentence ${index} of the talk`),
  )
  const transcriptLines = [
    ...sentences,
    line(60, 'Anna', 'The chimney should be repaired in May.'),
    line(61, 'Bo', 'We repair the chimney in April.'),
  ]
  for (const [path, data] of [
    ['meetings', { title: 'House meeting', meetingDate: '2026-10-02', transcriptLines }],
    ['memory-notes', { text: 'Plays the cello.' }],
  ] as const)
    expect((await page.request.post(`${vee.url}/api/${path}`, { headers, data })).ok()).toBe(true)
  await logInByEmail(page, EMAIL)

  const query = JSON.stringify({ query: 'repair of the chimney' })
  upstream.scriptOnly(
    'chat',
    { text: '', toolCalls: [{ id: 'call_1', name: 'search_knowledge', arguments: query }] },
    { text: 'In May [1].' },
  )
  await talk.ask('What did we decide about the chimney?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  const questions = asked(upstream).length
  upstream.scriptOnly(
    'transcription',
    { text: 'Only what Bo said.' },
    { text: 'Play it.' },
    { text: 'What do you know about me?' },
    { text: 'That is wrong, forget it.' },
  )
  await talk.say()
  const found = /House meeting, October \d, 2026\. Bo: We repair the chimney in April\./
  await expect(page.getByText(found).first()).toBeVisible()
  await talk.say()
  await expect(page.getByText('We repair the chimney in April.').last()).toBeInViewport()
  // It was to be played, and this meeting was never recorded.
  await expect(page.getByText('The audio of this line is not in this browser.')).toBeVisible()
  await talk.say()
  await expect(page.getByText('I keep 1 note about you: Plays the cello.').first()).toBeVisible()
  await talk.say()
  await expect(page.getByText('Forgotten: Plays the cello.').first()).toBeVisible()
  const { items } = await (await page.request.get(`${vee.url}/api/memory-notes`, { headers })).json()
  expect(items).toEqual([])
  expect(asked(upstream)).toHaveLength(questions)
})
