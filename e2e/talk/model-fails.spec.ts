import type { BehaviourName } from '../../fakes/upstream/index.ts'
import { expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ settings: { PROVIDER_TIMEOUT_MS: '4000' } })

test.beforeEach(async ({ talk }) => {
  await talk.open()
  await talk.mute()
})

test('a model that fails in mid-reply: the text so far is preserved, and Retry asks again', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly(
    'chat',
    { text: 'These five words are kept though the rest never comes.', ending: 'cut', piecesBeforeEnding: 5 },
    {},
  )
  await talk.ask('Go on')
  await expect(talk.lastReply).toContainText('These five words are kept')
  await expect(talk.lastReply.getByRole('alert')).toContainText('The reply was interrupted.')
  await expect(talk.lastReply.getByRole('alert')).toContainText(
    'Your message and what was written so far are kept.',
  )
  await expect(talk.status).toContainText('Error')

  await page.reload()
  await expect(talk.lastReply).toContainText('These five words are kept')
  await talk.lastReply.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.lastReply).toContainText('You said: “Go on”')
  await expect(talk.replies).toHaveCount(1)
  expect(asked(upstream)).toEqual(['Go on', 'Go on'])
})

const REFUSALS: readonly { readonly behaviour: BehaviourName; readonly says: string }[] = [
  { behaviour: 'unauthorized', says: 'The model' },
  { behaviour: 'rate-limited', says: 'No reply was received.' },
  { behaviour: 'server-error', says: 'The model provider is not responding.' },
  { behaviour: 'hang-before-headers', says: 'The model provider took too long to respond.' },
]

for (const { behaviour, says } of REFUSALS) {
  test(`${behaviour}: shows what happened, preserves the message, and Retry works`, async ({
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('chat', behaviour)
    await talk.ask('Are you there?')
    const alert = talk.lastReply.getByRole('alert')
    await expect(alert).toContainText('No reply was received.')
    await expect(alert).toContainText(says)
    await expect(alert).toContainText('Your message is kept.')
    await expect(talk.questions).toContainText('Are you there?')

    upstream.scriptOnly('chat', {})
    await talk.lastReply.getByRole('button', { name: 'Try again' }).click()
    await expect(talk.lastReply).toContainText('You said: “Are you there?”')
    await expect(talk.status).toContainText('Ready')
  })
}
