import { expect, microphone, type Page } from '../test.ts'
import { choose, test, type TalkPage } from './talk-page.ts'

// The words have the room: how high the conversation is, whether anything moves under the eye, and what is in reach.

test.use({ ...microphone('silence.wav'), isShared: true })

const SENTENCE =
  'The lamp stands on the small table by the window, and the garden lies behind the house, down by the road to the sea.'
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Point ${index + 1}. ${SENTENCE} ${SENTENCE}`).join('\n\n')
/** More than five screens on a desktop, and minutes of speech. */
const LONG = `Limits keep a service alive.\n\n${paragraphs(50)}`

const PHONE = { hasTouch: true, isMobile: true } as const
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 }, share: 0.7 },
  laptop: { viewport: { width: 1280, height: 720 }, share: 0.64 },
  phone: { viewport: { width: 390, height: 844 }, share: 0.66, ...PHONE },
  landscape: { viewport: { width: 844, height: 390 }, share: 0.68, ...PHONE },
  'phone with its keyboard': { viewport: { width: 390, height: 500 }, share: 0.65, ...PHONE },
} as const
/** Fonts differ by machine; in px. */
const TOLERANCE_PX = 8
const NOTICE_PX = 32

const scroller = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true })
const heightOfWords = (page: Page) => scroller(page).evaluate((view) => view.getBoundingClientRect().height)
const scrollTop = (page: Page) => scroller(page).evaluate((view) => view.scrollTop)
const newConversation = (page: Page) => page.getByRole('button', { name: 'New conversation', exact: true })
const notice = (page: Page) => page.getByText('No voice is available, so replies are text only.')

async function speakLong(talk: TalkPage): Promise<void> {
  await talk.ask('How do I slow down sign-ups?')
  await expect(talk.spoken).toBeVisible()
  await expect(talk.lastReply).toContainText('Point 50.')
  await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
}

for (const [name, { viewport, share, ...device }] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, ...device })

    test('the words have their share of the height in every state, less one line with notices', async ({
      page,
      upstream,
      talk,
    }) => {
      const least = share * viewport.height - TOLERANCE_PX
      await choose(page, {})
      upstream.scriptOnly('chat', { text: LONG }, 'hang-before-events')
      await talk.open()
      await speakLong(talk)
      const heights: Record<string, number> = { speaking: await heightOfWords(page) }
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      await expect(talk.status).toContainText('Paused')
      heights['paused'] = await heightOfWords(page)
      await page.getByRole('button', { name: 'Interrupt', exact: true }).click()
      await expect(talk.status).toContainText('Ready')
      heights['reading'] = await heightOfWords(page)
      await talk.press()
      heights['listening'] = await heightOfWords(page)
      await page.keyboard.press('Escape')
      await talk.release()
      await expect(talk.status).toContainText('Ready')
      await talk.ask('And then?')
      await expect(talk.status).toContainText('Processing')
      heights['thinking'] = await heightOfWords(page)
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      for (const [state, height] of Object.entries(heights)) {
        expect.soft(height, state).toBeGreaterThanOrEqual(least)
        expect
          .soft(Math.abs(height - (heights['reading'] ?? 0)), `${state} moves nothing`)
          .toBeLessThanOrEqual(1)
      }

      // Two failures at once: offline, and a server whose only voice fails.
      upstream.scriptOnly('chat', { text: 'A short reply.' })
      upstream.scriptOnly('speech', 'server-error')
      await talk.ask('Say it')
      await expect(notice(page)).toBeVisible()
      await page.context().setOffline(true)
      expect(await heightOfWords(page)).toBeGreaterThanOrEqual(least - NOTICE_PX)
      await expect(notice(page)).toBeHidden()
      await expect(page.getByText('You appear to be offline').first()).toBeVisible()
      expect(await heightOfWords(page)).toBeGreaterThanOrEqual(least - NOTICE_PX)
      await page.context().setOffline(false)
      await expect.poll(() => heightOfWords(page)).toBeGreaterThanOrEqual(least)
    })

    test('a new conversation is one press away, wherever the text is', async ({ page, upstream, talk }) => {
      await choose(page, { muted: true })
      upstream.scriptOnly('chat', { text: LONG })
      await talk.open()
      await talk.ask('How do I slow down sign-ups?')
      await expect(talk.lastReply).toContainText('Point 50.')
      await expect(newConversation(page)).toBeInViewport({ ratio: 0.95 })
      await scroller(page).evaluate((view) => view.scrollTo(0, 0))
      await expect(newConversation(page)).toBeInViewport({ ratio: 0.95 })
      await newConversation(page).click()
      await expect(talk.replies).toHaveCount(0)
      await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
    })
  })
}

const WAYS: Readonly<Record<string, (page: Page, talk: TalkPage) => Promise<void>>> = {
  'the key': (page) => page.keyboard.press('Escape'),
  'the button': (page) => page.getByRole('button', { name: 'Interrupt', exact: true }).click(),
  'turning the voice off': (_page, talk) => talk.mute(),
}

for (const [way, stop] of Object.entries(WAYS)) {
  test(`the text stays under the eye when the voice is stopped by ${way}`, async ({
    page,
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('chat', { text: LONG })
    await talk.open()
    await speakLong(talk)
    const before = await scrollTop(page)
    await stop(page, talk)
    await expect(talk.spoken).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
    expect(Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(before + 900)
  })
}

for (const viewport of [SIZES.desktop.viewport, SIZES.phone.viewport]) {
  test(`the voice is controlled in view of its sentence at ${viewport.width} pixels`, async ({
    page,
    upstream,
    talk,
  }) => {
    await page.setViewportSize(viewport)
    upstream.scriptOnly('chat', { text: LONG })
    await talk.open()
    await speakLong(talk)
    const player = page.getByRole('group', { name: 'Read-aloud player' })
    const pause = player.getByRole('button', { name: 'Pause', exact: true })
    for (let step = 0; step < 3; step++) {
      await expect(talk.spoken).toBeInViewport()
      await expect(pause).toBeInViewport({ ratio: 1 })
      await player.getByRole('button', { name: 'Next sentence' }).click()
    }
    // A press on a sentence far below speaks from there.
    await talk.lastReply.getByText('Point 49.').scrollIntoViewIfNeeded()
    await talk.lastReply.getByText('Point 49.').click({ position: { x: 20, y: 10 } })
    await expect(talk.spoken).toContainText('Point 49.')
    await expect(pause).toBeInViewport({ ratio: 1 })
    await pause.click()
    await expect(talk.status).toContainText('Paused')
    await expect(talk.lastReply.getByRole('group')).toHaveCount(0)
  })
}

declare global {
  interface Window {
    /** sum of the layout shifts without input */
    veeShift: number
    /** Markdown markers that were shown as text */
    veeMarkers: string[]
  }
}

const DIAGRAM = `Here is how it fits together, in one picture.\n\n\`\`\`mermaid\nflowchart LR\n  app["App"] --> api["API"]\n  api --> queue[["Queue"]]\n  api --> db[("Orders")]\n\`\`\`\n\n${SENTENCE}`

for (const width of [1440, 390]) {
  test(`a reply with a diagram moves nothing and opens nothing by itself at ${width} pixels`, async ({
    page,
    upstream,
    talk,
  }) => {
    await page.setViewportSize({ width, height: 880 })
    await page.addInitScript(() => {
      window.veeShift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!('hadRecentInput' in entry && entry.hadRecentInput) && 'value' in entry)
            window.veeShift += Number(entry.value)
      }).observe({ type: 'layout-shift' })
    })
    upstream.scriptOnly('chat', { text: DIAGRAM, firstPieceAfterMs: 1_000 })
    await talk.open()
    await talk.ask('Draw it')
    await expect(talk.questions).toHaveCount(1)
    // The press has moved the dock down and the question up.
    await page.evaluate(() => (window.veeShift = 0))
    const picture = talk.lastReply.getByRole('img', { name: /Diagram/ })
    await expect(picture).toBeVisible({ timeout: 60_000 })
    await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate(() => window.veeShift)).toBeLessThan(0.05)
    const panel = page.getByRole('region', { name: 'Diagram', exact: true })
    await expect(panel).toHaveCount(0)
    await talk.lastReply.getByRole('button', { name: 'Open next to the conversation' }).click()
    await expect(panel.getByRole('img', { name: /Diagram/ })).toBeVisible()
  })
}

test('no frame of the first reply shows markers of its Markdown', async ({ page, upstream, talk }) => {
  await choose(page, { muted: true })
  await page.addInitScript(() => {
    window.veeMarkers = []
    new MutationObserver(() => {
      const text = document.querySelector('[role="log"]')?.textContent ?? ''
      const [marker] = /\*\*|## |\|\s*-{3}/.exec(text) ?? []
      if (marker !== undefined) window.veeMarkers.push(marker)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  upstream.scriptOnly('chat', {
    text: '## Limits\n\n**Counters** and *buckets*.\n\n| Way | Cost |\n|---|---|\n| one | low |\n| two | high |\n\nThe end.',
    piecesPerSecond: 40,
  })
  await talk.open()
  await talk.ask('Which are there?')
  await expect(talk.lastReply).toContainText('The end.')
  await expect(talk.lastReply.getByRole('table')).toBeVisible()
  expect(await page.evaluate(() => window.veeMarkers)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone.viewport, ...PHONE })

  test('every target is 44 pixels in size, while a reply is spoken and after it', async ({
    page,
    upstream,
    talk,
  }) => {
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('button, a[href], summary, input:not([hidden])')]
          .filter((target) => target.checkVisibility() && !target.closest('p, li, [class*="skip"]'))
          .map((target) => ({ target, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
          .map(
            ({ target, box }) =>
              `${target.getAttribute('aria-label') ?? target.textContent} ${box.width}×${box.height}`,
          ),
      )
    upstream.scriptOnly('chat', { text: `\`\`\`python\na = 1\n\`\`\`\n\n${LONG}` })
    await talk.open()
    await speakLong(talk)
    expect(await small()).toEqual([])
    await page.getByRole('button', { name: 'Interrupt', exact: true }).click()
    await expect(talk.status).toContainText('Ready')
    expect(await small()).toEqual([])
  })

  test('the columns of a table keep their width, and the table scrolls', async ({ page, upstream, talk }) => {
    await choose(page, { muted: true })
    upstream.scriptOnly('chat', {
      text: '| Store | Reads per request | Writes per request | Cost | Fails when |\n|---|---|---|---|---|\n| Memory | one in process | one in process | nothing at all | it restarts |\n',
    })
    await talk.open()
    await talk.ask('Compare')
    await expect(talk.lastReply.getByRole('cell')).toHaveCount(5)
    const lines = await talk.lastReply.getByRole('cell').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    for (const count of lines) expect(count).toBeLessThanOrEqual(2)
  })
})

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

test('a table that is wider than the column opens next to the conversation', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { muted: true })
  const head = Array.from({ length: 9 }, (_, index) => `Measure ${index + 1}`)
  const row = head.map((name) => `$${name.length} each time`)
  upstream.scriptOnly('chat', {
    text: `In short:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nIn full:\n\n${line(head)}\n${line(head.map(() => '---'))}\n${line(row)}\n\nThe end.`,
  })
  await talk.open()
  await talk.ask('Compare')
  await expect(talk.lastReply).toContainText('The end.')
  await expect(talk.lastReply.getByRole('table')).toHaveCount(2)
  const open = talk.lastReply.getByRole('button', { name: 'Open next to the conversation' })
  await expect(open).toHaveCount(1)
  await open.click()
  const panel = page.getByRole('region', { name: 'Table', exact: true })
  await expect(panel.getByRole('columnheader')).toHaveText(head)
  await expect(panel.getByRole('cell').first()).toHaveText('$9 each time')
})

test('one sign shows the state, the question is one line while it is out of view, and keys work at once', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { muted: true })
  await page.goto('/en/')
  await expect(talk.field).toBeFocused()
  await page.keyboard.type('How do I slow down sign-ups?')
  await expect(talk.field).toHaveValue('How do I slow down sign-ups?')
  upstream.scriptOnly('chat', { text: LONG })
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('Point 50.')
  const glyphs = page.locator('svg[viewBox="0 0 28 16"]').filter({ visible: true })
  await expect(glyphs).toHaveCount(1)
  await expect(talk.status).toContainText('Ready')
  const strip = page.getByRole('region', { name: 'Recent messages' })
  await expect(strip).toContainText('How do I slow down sign-ups?')
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(24)
  await scroller(page).evaluate((view) => view.scrollTo(0, 0))
  await expect(strip).toHaveCount(0)

  await page.keyboard.press('Control+Shift+O')
  await expect(talk.replies).toHaveCount(0)
  await expect(talk.field).toBeFocused()
  // In the empty field the key for talking is no text.
  await page.keyboard.down('Space')
  await expect(talk.status).toContainText('Listening')
  await page.keyboard.press('Escape')
  await page.keyboard.up('Space')
  await expect(talk.field).toHaveValue('')
})
