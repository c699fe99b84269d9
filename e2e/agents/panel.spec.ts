import { expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'
import { openAgent } from './agent-page.ts'

test.use({ isShared: true })

const CODE = `Here it is.\n\n\`\`\`python\n${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name} = "${name}"`).join('\n')}\n\`\`\`\n`

test('the code of a reply opens next to the conversation on demand, and is removed with its agent', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.script({ text: CODE })
  await talk.open()
  await talk.ask('Give me seven variables')
  await expect(talk.lastReply).toContainText('g = "g"')
  await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
  const panel = page.getByRole('region', { name: 'Code', exact: true })
  await expect(panel).toHaveCount(0)
  const open = talk.lastReply.getByRole('button', { name: 'Open next to the conversation' })
  await open.click()
  await expect(panel).toContainText('g = "g"')
  await panel.getByRole('button', { name: 'Close this panel' }).click()
  await expect(panel).toHaveCount(0)

  // On a phone it replaces the conversation, and the field remains.
  await page.setViewportSize({ width: 390, height: 844 })
  await open.click()
  await expect(panel).toContainText('g = "g"')
  await expect(talk.lastReply).toBeHidden()
  await expect(talk.field).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Talk' }).click()
  await expect(talk.lastReply).toBeVisible()
  await expect(panel).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await open.click()
  await expect(panel).toBeVisible()
  await page.getByRole('button', { name: /^Assistant/ }).click()
  await page.getByRole('button', { name: 'Talk to Tutor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tutor')
  await expect(panel).toBeHidden()
})

test('on a phone the diary opens on its entries, and a question leads to its reply', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.script({ text: 'What did the harbour look like?' })
  await page.setViewportSize({ width: 390, height: 844 })
  const diary = await openAgent(page, 'diary_agent', 'Diary')
  await expect(diary.getByText('Select an entry to view, or start a new one.')).toBeVisible()
  await expect(talk.field).toBeVisible()
  await talk.ask('I walked along the harbour')
  await expect(talk.lastReply).toContainText('What did the harbour look like?')
  await expect(talk.lastReply).toBeVisible()
  await expect(diary).toBeHidden()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Diary' }).click()
  await expect(diary).toBeVisible()
})

for (const [agentId, title] of [
  ['diary_agent', 'Diary'],
  ['meeting_summarizer', 'Meetings'],
  ['system_designer', 'Canvas'],
] as const) {
  test(`the screen of ${title} takes the width, with one message field and one microphone`, async ({
    page,
    talk,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const screen = await openAgent(page, agentId, title)
    await expect(screen).toBeVisible()
    await expect(talk.field).toHaveCount(1)
    await expect(talk.microphone).toHaveCount(1)
    const box = await screen.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(0.65 * 1440)
    // The dock lies below both.
    const dock = await page.getByRole('region', { name: 'Talk to Vee' }).boundingBox()
    expect(dock?.width).toBeGreaterThan(1_400)
    expect(dock?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  })
}

test('next to its list, an empty diary shows its sentence once', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const diary = await openAgent(page, 'diary_agent', 'Diary')
  await expect(diary.getByText(/^Select an entry to view/)).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('No entries yet')).toBeVisible()
  await expect(page.getByText(/^Select an entry to view/)).toHaveCount(1)
})
