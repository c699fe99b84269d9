import { expect, type Page } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ isShared: true })

const LONG = 'A line of a long reply.\n\n'.repeat(40)

/** Returns the scrolling section. */
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })

/** Waits until the effects of a scroll event are drawn. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Returns the pixels between the end of the conversation and the lower edge of the view. */
const pixelsBelow = (page: Page) =>
  conversation(page).evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop)

for (const [device, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport })

    test('the conversation screen stays in place when the conversation is longer than its column', async ({
      page,
      upstream,
      talk,
    }) => {
      await talk.open()
      await talk.mute()
      for (let turn = 1; turn <= 4; turn++) {
        upstream.scriptOnly('chat', { text: `Answer ${turn}.\n\n${LONG}` })
        await talk.ask(`Question ${turn}`)
        await expect(talk.lastReply).toContainText(`Answer ${turn}`)
        await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
      }
      const main = page.getByRole('main')
      const sizes = await main.evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))
      expect(sizes.scrollHeight).toBe(sizes.clientHeight)

      const before = await talk.field.boundingBox()
      await talk.microphone.hover()
      await page.mouse.wheel(0, 600)
      await main.evaluate((element) => element.scrollBy(0, 600))
      expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
      expect(await talk.field.boundingBox()).toEqual(before)
    })
  })
}

test('a conversation that the browser scrolls by itself continues to scroll along', async ({
  page,
  upstream,
  talk,
}) => {
  await talk.open()
  await talk.mute()
  upstream.scriptOnly('chat', { text: LONG }, { text: `${LONG}The end.`, piecesPerSecond: 100 })
  await talk.ask('First')
  await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => pixelsBelow(page)).toBeLessThan(2)

  // Simulates WebKit while the content is shorter for a moment.
  await expect(async () => {
    await conversation(page).evaluate((view) => view.scrollBy({ top: -260, behavior: 'instant' }))
    // What is added below the reply at the end scrolls it back.
    expect(await pixelsBelow(page)).toBeGreaterThan(200)
  }).toPass()
  await nextFrames(page)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)

  // After scrolling back it stays in place, until the user asks something.
  await conversation(page).hover()
  await page.mouse.wheel(0, -300)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await talk.ask('Second')
  await expect(talk.lastReply).toContainText('The end.')
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  await expect.poll(() => pixelsBelow(page)).toBeLessThan(2)
})

test('a diagram being rendered does not make the document taller', async ({ page, upstream, talk }) => {
  await talk.open()
  await talk.mute()
  const nodes = Array.from({ length: 40 }, (_, index) => `  N${index} --> N${index + 1}`).join('\n')
  upstream.scriptOnly('chat', { text: `\`\`\`mermaid\nflowchart TD\n${nodes}\n\`\`\`\n\nThe end.` })
  await page.evaluate(() => {
    const root = document.documentElement
    let tallest = 0
    new MutationObserver(() => {
      tallest = Math.max(tallest, root.scrollHeight)
      document.body.dataset['tallest'] = String(tallest)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await talk.ask('Draw it')
  await expect(talk.lastReply.getByRole('img', { name: /Diagram/ })).toBeVisible()
  const { height } = page.viewportSize() ?? { height: 0 }
  expect(Number(await page.locator('body').getAttribute('data-tallest'))).toBeLessThanOrEqual(height)
})
