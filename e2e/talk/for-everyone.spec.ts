import { axeFaults } from '../axe.ts'
import type { ThemeId } from '@vee/contract/entities/theme'
import { expect, microphone, type Page } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

const REPLY = [
  'A reply with `code`, and a [link](https://example.org/).',
  '```ts\nconst aLineThatIsFarTooLongForANarrowScreen = [1, 2, 3].map((value) => value * 2).filter(Boolean)\n```',
  '| One long heading | Another long heading | A third one |\n|---|---|---|\n| a | b | c |',
  '$$\\frac{a+b}{2}$$',
].join('\n\n')

const THEMES: readonly ThemeId[] = ['sakura-sunset', 'terminus-light']

async function chooseTheme(page: Page, theme: ThemeId): Promise<void> {
  await page.addInitScript((id) => localStorage.setItem('vee.theme-choice.v1', id), theme)
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
}

for (const theme of THEMES) {
  test(`axe finds nothing in ${theme}: idle, talking, listening, failed`, async ({
    page,
    upstream,
    talk,
  }) => {
    await chooseTheme(page, theme)
    upstream.scriptOnly('chat', { text: REPLY }, 'unauthorized')
    upstream.scriptOnly('transcription', 'server-error')
    await talk.open()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectAccessible(page)

    await talk.mute()
    await talk.ask('Show me')
    await expect(talk.lastReply.locator('.katex')).toBeVisible()
    await talk.press()
    await expectAccessible(page)

    await talk.question()
    await talk.release()
    await expect(page.getByRole('list', { name: 'Saved recordings' })).toBeVisible()
    await talk.ask('And now?')
    await expect(talk.lastReply.getByRole('alert')).toContainText('No reply was received.')
    await expectAccessible(page)
  })
}

test('a screen of 320 pixels never scrolls sideways', async ({ page, upstream, talk }) => {
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize({ width: 320, height: 640 })
  upstream.scriptOnly('chat', { text: REPLY }, 'unauthorized')
  await talk.open()
  expect(await widest()).toBe(320)
  await talk.mute()
  await talk.ask('ALongWordThatHasNoPlaceToBreakBecauseItIsAnAddress.example.org/with/a/path/that/goes/on')
  await expect(talk.lastReply.locator('.katex')).toBeVisible()
  expect(await widest()).toBe(320)
  // Wide content scrolls within itself, and nothing overflows the conversation.
  const conversation = page.getByRole('region', { name: 'Conversation' })
  const sticksOut = await conversation.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  // Rounding may add a pixel.
  expect(sticksOut).toBeLessThanOrEqual(1)
  await talk.ask('And now?')
  await expect(talk.lastReply.getByRole('alert')).toContainText('No reply was received.')
  expect(await widest()).toBe(320)
})

test('works with the keyboard alone', async ({ page, upstream, talk }) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await talk.open()
  // Who has a keyboard types at once; the plus and the microphone follow the field.
  await expect(talk.field).toBeFocused()
  const goToMicrophone = async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(talk.microphone).toBeFocused()
  }
  await goToMicrophone()

  await page.keyboard.press('/')
  await expect(talk.field).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(talk.status).toContainText('Speaking')
  await page.keyboard.press('Escape')
  await expect(talk.status).toContainText('Ready')

  // From the microphone it is one step to Send.
  await goToMicrophone()
  await page.keyboard.down('Space')
  await expect(talk.status).toContainText('Listening')
  await talk.question()
  await page.keyboard.up('Space')
  await expect(talk.send).toBeFocused()
  await page.keyboard.press('Space')
  await expect(talk.replies).toHaveCount(2)
  await page.keyboard.press('Escape')
})

test('with reduced motion nothing moves by itself', async ({ page, talk }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await talk.open()
  await talk.press()
  await talk.question()
  await page.keyboard.press('Escape')
  await talk.release()
  await expect(talk.status).toContainText('Ready')
  const endless = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === Infinity,
        ).length,
  )
  expect(endless).toBe(0)

  const presence = page.locator('canvas').first()
  await expect(presence).toBeVisible()
  const frames = async (count: number) => {
    await page.evaluate(async (left) => {
      for (let frame = 0; frame < left; frame++) await new Promise(requestAnimationFrame)
    }, count)
  }
  await frames(10)
  const before = await presence.screenshot()
  await frames(30)
  expect((await presence.screenshot()).equals(before)).toBe(true)
})
