import { axeFaults } from '../axe.ts'
import { ask } from '../shell/stage.ts'
import { choose } from '../talk/talk-page.ts'
import { expect, test } from '../test.ts'
import { logInByEmail, makeAccount } from './sign-up.ts'

const EMAIL = 'ada@example.org'

/** The first account administers the server, which default allowances do not limit. */
async function makeMember(url: string): Promise<void> {
  await makeAccount(url, 'host@example.org')
  await makeAccount(url, EMAIL)
}

const using = (text: string, promptTokens: number) => ({ text, usage: { promptTokens, completionTokens: 0 } })

test('the degradation steps appear as the daily allowance runs out, with one sentence each, until it stops', async ({
  page,
  vee,
  upstream,
}) => {
  await choose(page, { autoPlayTts: false })
  await makeMember(vee.url)
  await logInByEmail(page, EMAIL)
  upstream.script(
    using('First', 16_500),
    using('Second', 2_000),
    using('Third', 10_000),
    using('Fourth', 9_000),
  )

  await ask(page, 'One')
  const line = page.getByRole('button', { name: "Today's allowance" })
  await expect(line).toBeVisible()
  expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  await line.click()
  await expect(page.getByText(/^83% of today’s allowance is used. It resets at/)).toBeVisible()
  await ask(page, 'Two')
  await expect(page.getByText(/^93% .* so the smaller model replies until/)).toBeVisible()
  await ask(page, 'Three')
  await expect(page.getByText(/^98% .* and your browser reads aloud until/)).toBeVisible()
  expect(upstream.requests.at(-1)?.json).toMatchObject({ model: 'gpt-4o-mini' })
  await ask(page, 'Four')
  await expect(page.getByText(/^Today’s allowance is used up\. Your text is kept/)).toBeVisible()
  const asked = upstream.requests.length
  await ask(page, 'Five, which is kept')
  await expect(page.getByRole('alert')).toContainText('Today’s allowance is used up.')
  await expect(page.getByText('Five, which is kept').first()).toBeVisible()
  expect(upstream.requests).toHaveLength(asked)
})

test('the administrator is not limited by a default, and sees no bar', async ({ page, vee, upstream }) => {
  await choose(page, { autoPlayTts: false })
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  upstream.script(using('First', 150_000), using('Second', 150_000), { text: 'Third' })
  for (const [question, reply] of [
    ['One', 'First'],
    ['Two', 'Second'],
    ['Three', 'Third'],
  ] as const) {
    await ask(page, question)
    await expect(page.getByRole('log').getByText(reply, { exact: true })).toBeVisible()
    expect(upstream.requests.at(-1)?.json).toMatchObject({ model: 'gpt-4o' })
  }
  await expect(page.getByRole('progressbar', { name: "Today's allowance" })).toHaveCount(0)
  await page.goto('/en/settings#usage')
  await expect(page.getByText('Today’s allowance: unlimited')).toBeVisible()
})

test('the settings show the usage in every grouping, and download it', async ({ page, vee, upstream }) => {
  await choose(page, { autoPlayTts: false })
  await makeMember(vee.url)
  await logInByEmail(page, EMAIL)
  upstream.script(using('First', 10_000), using('Second', 4_000))
  await ask(page, 'One')
  await expect(page.getByRole('log').getByText('First', { exact: true })).toBeVisible()
  await ask(page, 'Two')
  await expect(page.getByRole('log').getByText('Second', { exact: true })).toBeVisible()

  await page.goto('/en/settings#usage')
  const usage = page.getByRole('region', { name: 'Usage and costs' })
  await expect(usage.getByText('6,000 of 20,000 tokens left')).toBeVisible()
  await expect(usage.getByText(/A default of this server/)).toBeVisible()
  await expect(usage.getByText('Speech: $0.10 of $0.10 left.')).toBeVisible()
  await expect(usage.getByText('$0.035').first()).toBeVisible()
  await usage.getByRole('tab', { name: 'Model' }).click()
  await expect(usage.getByRole('listitem').filter({ hasText: 'gpt-4o' })).toContainText('$0.035')
  const saving = page.waitForEvent('download')
  await usage.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saving).suggestedFilename()).toBe('vee-usage-by-model.csv')
  expect(await axeFaults(page, { within: '#usage' })).toEqual([])
  await usage.getByRole('button', { name: 'Clear session' }).click()
  await expect(page.getByText('Session Cleared')).toBeVisible()
  await expect(usage.getByText('$0.00').first()).toBeVisible()
})

test.describe('with cost limits', () => {
  test('a reached limit is announced, and nothing more is spent until it is raised', async ({
    page,
    vee,
    upstream,
  }) => {
    await choose(page, { autoPlayTts: false, costLimit: { session: 0.05, daily: 0, monthly: 0 } })
    await makeMember(vee.url)
    await logInByEmail(page, EMAIL)
    upstream.script(using('First', 17_000), using('Second', 4_000))
    await ask(page, 'One')
    await expect(page.getByText('Approaching cost limit')).toBeVisible()
    await ask(page, 'Two')
    await expect(page.getByText('Cost limit exceeded').first()).toBeVisible()
    const asked = upstream.requests.length
    await ask(page, 'Three')
    await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('alert')).toBeVisible()
    expect(upstream.requests).toHaveLength(asked)
  })
})

test.describe('a visitor', () => {
  test.use({ settings: { DEMO_REPLIES_PER_DAY: '1' } })

  test('preserves typed text when the demo is used up', async ({ page, upstream }) => {
    upstream.script({ text: 'First' })
    await choose(page, { autoPlayTts: false })
    await page.goto('/en/')
    await ask(page, 'One')
    await expect(page.getByRole('log').getByText('First', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Today’s demo replies are used up\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in or sign up' })).toBeVisible()
    await ask(page, 'Two, which is kept')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByText('Two, which is kept').first()).toBeVisible()
  })
})
