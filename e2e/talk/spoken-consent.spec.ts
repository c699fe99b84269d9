import { articleOf, startSite, type FakeSite } from '../../fakes/web/index.ts'
import { expect, microphone } from '../test.ts'
import { choose, test as base } from './talk-page.ts'

const HOURS = articleOf('Opening hours', [
  'The lighthouse is open from nine to five on every day of the year, and the last tour begins at four.',
])

const test = base.extend<{ readonly site: FakeSite }>({
  site: async ({}, provide) => {
    const site = await startSite({ '/hours': HOURS })
    await provide(site)
    await site.close()
  },
  settings: async ({}, provide) => provide({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }),
})

test.use(microphone('silence.wav'))

test.beforeEach(async ({ page, upstream, site }) => {
  await choose(page, {
    audioInputMode: 'continuous',
    usesHeadphones: true,
    continuous: { listenDuringResponse: true },
  })
  const call = { id: 'call-1', name: 'read_page', arguments: JSON.stringify({ url: `${site.url}/hours` }) }
  upstream.scriptOnly('chat', { text: '', toolCalls: [call] }, { text: 'The last tour begins at four.' })
})

test('a tool is allowed by a spoken yes, after it was asked for aloud', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  upstream.scriptOnly('transcription', { text: 'When is the lighthouse open?' }, { text: 'Yes, please.' })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Just talk')
  await speak('question.wav')
  await expect(page.getByRole('alert')).toContainText('May V use Web page?')
  await expect(talk.status).toContainText('Answer yes, no or always')
  await speak('question.wav')
  await expect(talk.lastReply).toContainText('The last tour begins at four.')
  await expect(page.getByRole('alert')).toHaveCount(0)
  const spoken = () => upstream.requests.map(({ json }) => (json as { input?: string } | undefined)?.input)
  expect(spoken()).toContain('May V read the page 127.0.0.1?')
  await expect.poll(spoken).toContain('The last tour begins at four.')
  expect(
    JSON.stringify(upstream.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.json),
  ).toContain('open from nine to five')
  await expect(talk.questions).toHaveCount(1)
})

test('a name is no answer, and neither is silence: the card stays', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  upstream.scriptOnly('transcription', { text: 'When is the lighthouse open?' }, { text: 'Victoria.' })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Just talk')
  await speak('question.wav')
  await expect(page.getByRole('alert')).toContainText('May V use Web page?')
  await expect(talk.status).toContainText('Answer yes, no or always')
  await speak('question.wav')
  await expect
    .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/audio/transcriptions')).length)
    .toBeGreaterThan(1)
  await expect(talk.status).toContainText('Answer yes, no or always')
  await page.getByRole('alert').getByRole('button', { name: 'Do not allow' }).click()
  await expect(talk.lastReply).toContainText('The last tour begins at four.')
  const sent = JSON.stringify(
    upstream.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.json,
  )
  expect(sent).toContain('did not allow this')
  await expect(talk.questions).toHaveCount(1)
})
