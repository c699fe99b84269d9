import { expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.beforeEach(async ({ upstream, talk }) => {
  upstream.scriptOnly(
    'chat',
    { text: 'These four words were written before the server went.', ending: 'hang', piecesBeforeEnding: 4 },
    {},
  )
  await talk.open()
  await talk.mute()
  await talk.ask('Go on')
  await expect(talk.lastReply).toContainText('These four words were')
})

test('restarting the server preserves the partial reply; Retry asks again', async ({
  vee,
  upstream,
  talk,
}) => {
  await vee.stop()
  await vee.start()
  await expect(talk.lastReply.getByRole('alert')).toContainText('The server was restarted')
  await expect(talk.lastReply).toContainText('These four words were')
  await expect(talk.lastReply.getByRole('alert')).toContainText('what was written so far are kept')
  await talk.lastReply.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.lastReply).toContainText('You said: “Go on”')
  expect(asked(upstream)).toEqual(['Go on', 'Go on'])
})

test('a page that was closed in the meantime shows the stored part', async ({ page, vee, talk }) => {
  await page.goto('about:blank')
  await vee.stop()
  await vee.start()
  await page.goBack()
  await expect(talk.lastReply).toContainText('These four words were')
  await expect(talk.lastReply.getByRole('alert')).toContainText('The server was restarted')
})

test('killing the server preserves what was received; Retry asks again', async ({ vee, upstream, talk }) => {
  await vee.kill()
  await expect(talk.lastReply).toContainText('Connection lost. Reconnecting…')
  await vee.start()
  await expect(talk.lastReply.getByRole('alert')).toContainText('The server was restarted')
  await expect(talk.lastReply).toContainText('These four words were')
  await talk.lastReply.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.lastReply).toContainText('You said: “Go on”')
  expect(asked(upstream)).toEqual(['Go on', 'Go on'])
})
