import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'
import { soundAfterPress } from '../output-tap.ts'
import { expect, microphone, type Page } from '../test.ts'
import { test, type TalkPage } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

const REPLY =
  'The first sentence is said aloud. The second one comes after it. The third one is never heard by anybody.'

/** Returns the messages sent to a vendor, the system prompt first. */
function promptOf(request: RecordedRequest | undefined): readonly { readonly content: string }[] {
  return (request?.json as { messages: { content: string }[] } | undefined)?.messages ?? []
}

test.beforeEach(async ({ page, upstream, talk }) => {
  // The cue at the start of listening is not part of the speech.
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ enableUiSounds: false }))
  })
  upstream.scriptOnly('chat', { text: REPLY })
  await talk.open()
})

const WAYS: Readonly<Record<string, (page: Page, talk: TalkPage) => Promise<void>>> = {
  Esc: (page) => page.keyboard.press('Escape'),
  'the button': (page) => page.getByRole('button', { name: 'Interrupt', exact: true }).click(),
  'a tap on the presence': async (page) => {
    const picture = await page.locator('canvas').first().boundingBox()
    const dock = await page.getByRole('region', { name: 'Talk to Vee' }).boundingBox()
    if (!picture || !dock) throw new Error('there is no presence')
    await page.mouse.click(dock.x + dock.width / 2, dock.y - 20)
  },
  'a new press': (_page, talk) => talk.press(),
}

test('Esc, the button, a tap on the presence and a new press stop the speech', async ({ page, talk }) => {
  await talk.ask('Tell me three things')
  for (const [way, interrupt] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      if (way !== 'Esc') await page.getByRole('button', { name: 'Read aloud' }).click()
      await expect(talk.status).toContainText('Speaking')
      await interrupt(page, talk)
      await soundAfterPress(page)
      await expect(talk.unspoken.last()).toContainText('The third one is never heard by anybody.')
      await page.keyboard.press('Escape')
      await talk.release()
      await expect(talk.status).toContainText('Ready')
    })
  }
})

test('unspoken text is marked, and the next question contains where speech was interrupted', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'Go back to the first.' })
  await talk.ask('Tell me three things')
  await expect(talk.spoken).toHaveText('The second one comes after it.')
  await talk.press()
  await expect(talk.lastReply).toContainText(REPLY)
  await expect(talk.unspoken).toContainText('The third one is never heard by anybody.')
  await expect(talk.unspoken).not.toContainText('The first sentence')

  await talk.question()
  await talk.release()
  await expect(talk.send).toBeFocused()
  await page.keyboard.press('Enter')
  // The reply's row exists before the vendor is called.
  const asked = () => upstream.requests.findLast(({ said }) => said === 'Go back to the first.')
  await expect.poll(asked).toBeDefined()
  const [system] = promptOf(asked())
  const heardUntil = /cut it off after the words (".*?")\./.exec(system?.content ?? '')?.[1]
  expect(heardUntil).toContain('The first sentence is said aloud.')
  expect(heardUntil).not.toContain('The third one')
})

test('switching to another agent stops the speech of the first, which is not part of the next question', async ({
  page,
  upstream,
  talk,
}) => {
  await talk.ask('Tell me three things')
  // One sentence before the third: speech continues while a slow page switches agents.
  await expect(talk.spoken).toHaveText('The first sentence is said aloud.')
  await talk.goTo('Tutor')
  await soundAfterPress(page)
  await expect(talk.status).toContainText('Ready')
  await talk.ask('Who are you?')
  await expect(talk.lastReply).toContainText(REPLY)
  const [system] = promptOf(upstream.requests.findLast(({ said }) => said === 'Who are you?'))
  expect(system?.content).not.toContain('cut it off')
  await page.keyboard.press('Escape')

  await talk.goTo('V')
  await expect(talk.unspoken).toContainText('never heard by anybody.')
})

test('a reply whose speech was stopped is written to its end', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('chat', { text: REPLY, piecesPerSecond: 12 })
  await talk.ask('Tell me three things')
  await expect(talk.status).toContainText('Speaking')
  await page.keyboard.press('Escape')
  await expect(talk.status).not.toContainText('Speaking')
  await expect(talk.lastReply).toContainText('The third one is never heard by anybody.')
})
