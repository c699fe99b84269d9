import { expect, heardMs, say, tapOutputOf, test, type FirefoxPage } from './firefox.ts'

test.use({ isShared: true })

const LOG = '[role="log"]'

async function ask({ page, type }: FirefoxPage, text: string): Promise<void> {
  await type('textarea', text)
  await page.keyboard.press('Enter')
}

async function goTo(firefox: FirefoxPage, agent: string): Promise<void> {
  await firefox.page.locator('::-p-xpath(//button[starts-with(@aria-label, "Assistant: ")])').click()
  await firefox.click('button', `Talk to ${agent}`)
}

test.describe('with a vendor', () => {
  test.beforeEach(async ({ upstream, firefox }) => {
    upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
    upstream.scriptOnly('chat', { text: 'A token bucket limits how often something may happen.' })
    await tapOutputOf(firefox)
    await firefox.open('/en/')
  })

  test('a spoken question is transcribed, sent, answered and read aloud', async ({
    upstream,
    firefox,
    room,
  }) => {
    const { page, see } = firefox
    await say(firefox, room, 'question.wav')
    await expect.poll(() => page.$eval('textarea', (field) => field.value)).toBe('What is a token bucket?')
    await page.keyboard.press('Enter')
    await see('A token bucket limits how often something may happen.', LOG)
    expect(upstream.requests.map(({ path }) => path)).toContain('/v1/audio/transcriptions')
    await expect.poll(() => heardMs(firefox)).toBeGreaterThan(2_000)
  })

  test('a long conversation does not move the message field, and scrolls along', async ({
    upstream,
    firefox,
  }) => {
    const { page, see } = firefox
    upstream.scriptOnly('chat', { text: `${'A sentence that takes some room.\n\n'.repeat(12)}The end.` })
    for (const question of ['First', 'Second', 'Third']) {
      await ask(firefox, question)
      await expect
        .poll(async () => (await firefox.textOf(LOG)).split('The end.').length - 1)
        .toBe(['First', 'Second', 'Third'].indexOf(question) + 1)
    }
    const field = await page.waitForSelector('textarea')
    const before = await field?.boundingBox()
    await page.mouse.move(before?.x ?? 0, (before?.y ?? 0) - 16)
    await page.mouse.wheel({ deltaY: 600 })
    await see('Third', LOG)
    expect(await field?.boundingBox()).toEqual(before)
    const main = await page.$eval('main', ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(main).toBeLessThanOrEqual(0)
    await expect
      .poll(() =>
        page.$$eval('[role="log"] article', (articles) => {
          const { bottom } = articles.at(-1)?.getBoundingClientRect() ?? { bottom: 0 }
          return bottom > 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
  })

  test('a reply is stopped, and a reload preserves its text', async ({ upstream, firefox }) => {
    const { page, see, click } = firefox
    upstream.scriptOnly('chat', {
      // Long enough for the slowest machine: the press of Stop may take seconds there.
      text: `One two three ${'and on '.repeat(200)}to the end.`,
      piecesPerSecond: 3,
    })
    await ask(firefox, 'Count')
    await see('One two', LOG)
    await click('button', 'Stop')
    await page.waitForSelector('::-p-aria([name="Stop"][role="button"])', { hidden: true })
    expect(await firefox.textOf(LOG)).not.toContain('to the end')
    await page.reload()
    await see('Count', LOG)
    await see('One two', LOG)
  })
})

test('a diary entry is written and preserved across a reload', async ({ firefox }) => {
  await firefox.open('/en/')
  await goTo(firefox, 'Diary')
  await firefox.click('button', 'New entry')
  await firefox.type('section[aria-label="Diary"] textarea', 'Letters all day')
  await firefox.see('Saved in this browser')
  await firefox.page.reload()
  await firefox.see('Letters all day')
})

test('a meeting is noted and preserved across a reload', async ({ firefox }) => {
  await firefox.open('/en/')
  await goTo(firefox, 'Meeting Summarizer')
  await firefox.click('button', 'New meeting')
  await firefox.type('::-p-aria([name="Title"][role="textbox"])', 'Harbour')
  await firefox.page.keyboard.press('Tab')
  await firefox.page.reload()
  await firefox.see('Harbour')
})

test('a setting survives a reload', async ({ vee, firefox }) => {
  const { page } = firefox
  await firefox.open('/en/login')
  await page.locator('details > summary').click()
  await firefox.type('details input[type="password"]', vee.passphrase)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname === '/en/pro')
  await firefox.open('/en/settings#appearance')
  await firefox.click('switch', 'Compact layout')
  await page.reload()
  await page.waitForSelector('html[data-density="compact"]')
})
