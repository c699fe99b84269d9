import { layCable } from '../cable.ts'
import { expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

/** Long enough for a slow machine to cut the connection meanwhile. */
const COUNT = `One two three ${Array.from({ length: 60 }, (_, index) => index + 4).join(' ')}.`

test('a connection lost in the middle of a reply is restored, and the model is called once', async ({
  page,
  context,
  vee,
  upstream,
  talk,
}) => {
  const cable = await layCable(vee.url)
  upstream.scriptOnly('chat', { text: COUNT, piecesPerSecond: 8 })
  await page.goto(`${cable.url}/en/`)
  await talk.mute()
  await talk.ask('Count')
  await expect(talk.lastReply).toContainText('One two three')

  await context.setOffline(true)
  cable.cut()
  await expect(talk.lastReply).toContainText('Connection lost. Reconnecting…')
  await expect(talk.lastReply).toContainText('One two three')

  cable.mend()
  await context.setOffline(false)
  await expect(talk.lastReply).toContainText(COUNT)
  await expect(talk.lastReply).not.toContainText('Connection lost')
  await expect(talk.replies).toHaveCount(1)
  expect(asked(upstream)).toEqual(['Count'])
  await cable.close()
})

test('a question asked offline is sent when the connection is back', async ({
  page,
  context,
  vee,
  upstream,
  talk,
}) => {
  const cable = await layCable(vee.url)
  await page.goto(`${cable.url}/en/`)
  await talk.mute()
  await context.setOffline(true)
  cable.cut()
  await talk.ask('Are you there?')
  await expect(talk.field).toHaveValue('')
  expect(asked(upstream)).toEqual([])
  cable.mend()
  await context.setOffline(false)
  await expect(talk.lastReply).toContainText('You said: “Are you there?”')
  expect(asked(upstream)).toEqual(['Are you there?'])
  await cable.close()
})
