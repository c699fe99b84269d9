import { expect, Key, test, type WebKitPage } from './webkit.ts'

test.use({ isShared: true })

const LOG = '[role="log"]'

const ask = ({ type }: WebKitPage, text: string) => type('textarea', text, Key.ENTER)

async function goTo({ press }: WebKitPage, agent: string): Promise<void> {
  await press('Assistant: ')
  await press(`Talk to ${agent}`)
}

/** Returns whether the last message is in view, at least in part. */
const showsLast = ({ driver }: WebKitPage) =>
  driver.executeScript<boolean>(() => {
    const { top, bottom } = [...document.querySelectorAll('[role="log"] article')]
      .at(-1)
      ?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    return bottom > 0 && top < innerHeight
  })

test.describe('with a vendor', () => {
  test('a conversation with diagrams and tables scrolls along, and does not move the message field', async ({
    upstream,
    webkit,
  }) => {
    const rich = [
      '```ts\nconst one = 1\n```',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '$$\\sum_{i=1}^n i$$',
      '```mermaid\ngraph TD; A-->B; B-->C\n```',
    ].join('\n\n')
    upstream.scriptOnly('chat', {
      text: `${'A sentence that takes some room.\n\n'.repeat(8)}${rich}\n\nThe end.`,
    })
    await webkit.open('/en/')
    const field = await webkit.find('textarea')
    const before = await field.getRect()
    for (const count of [1, 2, 3]) {
      await ask(webkit, `Question ${count}`)
      await expect.poll(async () => (await webkit.textOf(LOG)).split('The end.').length - 1).toBe(count)
      await expect.poll(() => showsLast(webkit)).toBe(true)
    }
    const after = await (await webkit.find('textarea')).getRect()
    expect(after.y).toBeCloseTo(before.y, -1)
    expect(await webkit.textOf('body')).not.toContain('Back to now')
  })

  test('a reply is stopped, and a reload preserves its text', async ({ upstream, webkit }) => {
    upstream.scriptOnly('chat', {
      // Long enough for the slowest machine: the press of Stop may take seconds there.
      text: `One two three ${'and on '.repeat(200)}to the end.`,
      piecesPerSecond: 3,
    })
    await webkit.open('/en/')
    await ask(webkit, 'Count')
    await webkit.see('One two', LOG)
    await webkit.press('Stop')
    await expect.poll(() => webkit.textOf(LOG)).toContain('You stopped this reply.')
    expect(await webkit.textOf(LOG)).not.toContain('to the end')
    await webkit.reload()
    await webkit.see('Count', LOG)
    await webkit.see('One two', LOG)
  })
})

test('a diary entry survives a reload', async ({ webkit }) => {
  await webkit.open('/en/')
  await goTo(webkit, 'Diary')
  await webkit.press('New entry')
  await webkit.type('section[aria-label="Diary"] textarea', 'Letters all day')
  await webkit.see('Saved in this browser')
  await webkit.reload()
  await webkit.see('Letters all day')
})

test('a meeting is noted and preserved across a reload', async ({ webkit }) => {
  await webkit.open('/en/')
  await goTo(webkit, 'Meeting Summarizer')
  await webkit.press('New meeting')
  await webkit.type('input[type="text"], input:not([type])', 'Harbour', Key.TAB)
  await webkit.reload()
  await webkit.see('Harbour')
})

test('a setting survives a reload', async ({ vee, webkit }) => {
  await webkit.open('/en/login')
  await webkit.press('I have a shared passphrase')
  await webkit.type('details input[type="password"]', vee.passphrase, Key.ENTER)
  await expect.poll(async () => new URL(await webkit.driver.getCurrentUrl()).pathname).toBe('/en/pro')
  await webkit.open('/en/settings#appearance')
  await webkit.press('Compact layout')
  await webkit.reload()
  await webkit.find('html[data-density="compact"]')
})
