import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@vee/contract/time/durations'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { asked, choose, test } from '../talk/talk-page.ts'
import { SENTENCES } from '../meeting-ear.ts'
import { expect, microphone } from '../test.ts'

test.use({ ...microphone('question.wav') })

const EMAIL = 'ann@example.org'
/** From the end of "play it" until the recording sounds, in ms. */
const PLAYS_WITHIN_MS = 3_000

declare global {
  interface Window {
    /** where recordings began to sound: the time of performance.timeOrigin, in ms, and their position, in seconds */
    veePlayed: { readonly at: number; readonly position: number }[]
  }
}

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

test('a sentence of last month is found by voice, and its recording plays from there within three seconds', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await choose(page, { sendsTranscriptAtOnce: true, autoPlayTts: false })
  await page.addInitScript(() => {
    window.veePlayed = []
    // oxlint-disable-next-line typescript/unbound-method -- called with the element that it is asked of
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('playing', () =>
        window.veePlayed.push({ at: Date.now(), position: this.currentTime }),
      )
      return Reflect.apply(play, this, [])
    }
  })
  const token = await makeAccount(vee.url, EMAIL)
  const headers = { authorization: `Bearer ${token}` }
  const transcriptLines = SENTENCES.map(({ text, from, to }, index) => ({
    id: `l${index}`,
    start: 600 + from,
    end: 600 + to,
    speaker: 'Anna',
    text,
  }))
  const meetingDate = new Date(Date.now() - 31 * DAY_MS).toISOString().slice(0, 10)
  const created = await page.request.post(`${vee.url}/api/meetings`, {
    headers,
    data: { title: 'Harbour meeting', meetingDate, transcriptLines },
  })
  const { id } = await created.json()
  const audio = {
    name: 'meeting.wav',
    mimeType: 'audio/wav',
    buffer: await readFile(join(import.meta.dirname, '../audio/meeting.wav')),
  }
  const stored = await page.request.post(`${vee.url}/api/meetings/${id}/sound`, {
    headers,
    multipart: { pieceId: 'p1', track: 'unknown', start: '600', end: '655.2', audio },
  })
  expect(stored.status()).toBe(204)
  await logInByEmail(page, EMAIL)

  const sentence = SENTENCES.find(({ text }) => text.includes('second boat'))
  upstream.scriptOnly(
    'transcription',
    { text: 'What did we decide about the second boat?' },
    { text: 'Play it.' },
  )
  upstream.scriptOnly('chat', { text: 'You buy the second boat [1].' })
  await talk.say()
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  // The sentence was in the first request: the model did not have to search.
  expect(
    JSON.stringify(upstream.requests.findLast(({ path }) => path.endsWith('/completions'))?.json),
  ).toContain('So we buy the second boat.')
  await talk.say()
  const saidAt = Date.now()
  await expect.poll(() => page.evaluate(() => window.veePlayed.length)).toBeGreaterThan(0)
  const [played] = await page.evaluate(() => window.veePlayed)
  expect(played?.position).toBeCloseTo(sentence?.from ?? 0, 0)
  expect((played?.at ?? 0) - saidAt).toBeLessThanOrEqual(PLAYS_WITHIN_MS)
  test.info().annotations.push({ type: 'played after', description: `${(played?.at ?? 0) - saidAt} ms` })
  await expect(page.getByText('So we buy the second boat.').last()).toBeInViewport()
})
