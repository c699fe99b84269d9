import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

/** Mermaid is large, and used twice here. */
const DRAWN_WITHIN_MS = 30_000

const drawn = (source: string) => `Here.\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`

test('a system from its description to the export, with a broken diagram repaired once on request', async ({
  page,
  upstream,
  talk,
}) => {
  const canvas = await openAgent(page, 'system_designer', 'Canvas')
  const picture = canvas.getByRole('application', { name: /^Diagram/ })
  await expect(canvas).toContainText('Describe a system')

  upstream.script(
    { text: drawn('flowchart LR\n  app["App" --> api') },
    { text: drawn('flowchart LR\n  app["App"] --> api["API"]') },
  )
  await talk.ask('Draw a shop')
  await expect(picture.locator('img')).toBeVisible({ timeout: DRAWN_WITHIN_MS })
  expect(asked(upstream)).toEqual(['Draw a shop', expect.stringMatching(/^Your diagram does not parse\./)])

  // Zooms with keys and wheel, and fits the picture again.
  const scale = canvas.getByText(/^\d+ %$/)
  const whole = (await scale.textContent()) ?? ''
  await picture.focus()
  await page.keyboard.press('+')
  await expect(scale).not.toHaveText(whole)
  const larger = (await scale.textContent()) ?? ''
  await picture.hover()
  await page.mouse.wheel(0, -300)
  await expect(scale).not.toHaveText(larger)
  await page.keyboard.press('0')
  await expect(scale).toHaveText(whole)

  // Edits, stores, compares and exports.
  await canvas.getByRole('tab', { name: 'Source' }).click()
  await canvas.getByLabel('Mermaid source').fill('flowchart LR\n  app["App"] --> queue[["Queue"]]')
  await page.reload()
  await canvas.getByRole('tab', { name: 'Source' }).click()
  await expect(canvas.getByLabel('Mermaid source')).toHaveValue(/Queue/)
  await canvas.getByRole('button', { name: 'Save as version' }).click()
  await canvas.getByRole('tab', { name: 'Changes' }).click()
  await expect(canvas.getByRole('region', { name: 'Compared with version 2' })).toContainText('Queue')
  await page.reload()
  await canvas.getByRole('tab', { name: 'Source' }).click()
  await expect(canvas.getByLabel('Mermaid source')).toHaveValue(/Queue/)
  for (const [item, wanted] of [
    ['Image (SVG)', '<svg'],
    ['Image (PNG)', 'PNG'],
    ['Source (Mermaid)', 'flowchart LR'],
  ] as const) {
    await canvas.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    expect((await textOf(await download)).slice(0, 20)).toContain(wanted)
  }
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('a system is drawn by hand, and its numbers are recalculated', async ({ page, talk }) => {
    const canvas = await openAgent(page, 'system_designer', 'Canvas')
    await talk.ask('Draw a shop')
    await expect(talk.lastReply).toContainText('takes a language model')
    await canvas.getByRole('button', { name: 'Start from scratch' }).click()
    await expect(canvas.getByRole('application', { name: /^Diagram/ }).locator('img')).toBeVisible({
      timeout: DRAWN_WITHIN_MS,
    })
    await canvas.getByRole('tab', { name: 'Numbers' }).click()
    await canvas.getByRole('button', { name: 'Start from a typical estimate' }).click()
    const row = canvas.getByRole('row').nth(3)
    await expect(row).toContainText('231.5')
    await canvas.getByLabel('Number or formula, daily_users').fill('2M')
    await expect(row).toContainText('463')
    await canvas.getByRole('tab', { name: 'Diagram' }).click()
    await canvas.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Source (Mermaid)' }).click()
    expect(await textOf(await download)).toContain('app["App"] --> api["API"]')
  })
})
