import { expect } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ hasVendor: false })

test('with no key at all, the built-in responder answers, by its name', async ({ talk, upstream }) => {
  await talk.open()
  await talk.ask('what is 12 * 12')
  await expect(talk.lastReply).toContainText('144')
  await expect(talk.lastReply).toContainText('Built-in responder')
  expect(upstream.requests).toEqual([])
})

test('and says so when it cannot know', async ({ talk }) => {
  await talk.open()
  await talk.ask('Who won the football match yesterday?')
  await expect(talk.lastReply).toContainText('Built-in responder')
  await expect(talk.lastReply).toContainText(/model/i)
})
