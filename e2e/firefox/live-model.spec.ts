import { join } from 'node:path'
import type { LiveModelService } from '../../fakes/live-model/index.ts'
import { type LiveHouse, QUESTION, withLiveHouse } from '../talk/live-house.ts'
import { expect, heardMs, tapOutputOf, test as base } from './firefox.ts'

const test = base.extend<{ readonly live: LiveModelService }>({
  house: ({}, provide) => withLiveHouse(provide),
  live: async ({ house }, provide) => provide((house as LiveHouse).live),
})

test('a live model answers what is said, aloud, and its reply is part of the conversation', async ({
  live,
  firefox,
  room,
}) => {
  const { page, see } = firefox
  live.script({ heard: [QUESTION], replies: [{ text: 'A token bucket limits a rate.' }] })
  await tapOutputOf(firefox)
  await page.evaluateOnNewDocument(() =>
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ audioInputMode: 'live' })),
  )
  await firefox.open('/en/')
  await page.locator('::-p-xpath(//button[starts-with(@aria-label, "Microphone")])').click()
  await see('You can interrupt at any time')
  await room.say(join(import.meta.dirname, '../audio/question.wav'))
  await see(QUESTION, '[role="log"]')
  await see('A token bucket limits a rate.', '[role="log"]')
  await expect.poll(() => heardMs(firefox)).toBeGreaterThan(1_000)
})
