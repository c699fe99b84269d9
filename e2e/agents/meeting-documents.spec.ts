import { axeFaults } from '../axe.ts'
import { pptx } from '../files/archives.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent } from './agent-page.ts'

test.use({ isShared: true })

interface ChatBody {
  readonly messages?: readonly { readonly content: unknown }[]
}

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

test('slides are added to the notes of a meeting, and the summary reads them as context', async ({
  page,
  upstream,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByText('Details').click()
  const notes = meetings.getByRole('textbox', { name: 'Quick notes' })
  await notes.fill('Bring maps')
  await meetings.getByLabel('Add slides or documents', { exact: true }).setInputFiles([
    { name: 'quay.pptx', mimeType: PPTX, buffer: pptx(['The quay opens in May', 'It costs 40,000']) },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing') },
  ])
  await expect(meetings.getByText('Could not be read: broken.pdf.')).toBeVisible()
  await expect(notes).toHaveValue(
    /^Bring maps\n\n# quay\.pptx\n\n[^]*The quay opens in May[^]*It costs 40,000/,
  )
  expect(await axeFaults(page, { within: 'section[aria-label="Meetings"]' })).toEqual([])

  await meetings.getByRole('textbox', { name: 'Transcript' }).fill('Ann: We buy the boat.')
  upstream.scriptOnly('chat', { text: 'They buy a boat.' })
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  const asked = () =>
    upstream.requests
      .map(({ json }) => (json as ChatBody | undefined)?.messages)
      .findLast((messages) => messages !== undefined)
      ?.at(-1)?.content
  await expect
    .poll(asked)
    .toMatch(/no proof of anything:\n<document name="notes">\nBring maps[^]*The quay opens/)
})

test('the summarizer is shown slides in the conversation', async ({ page, upstream }) => {
  await openAgent(page, 'meeting_summarizer', 'Meetings')
  await page
    .getByLabel('Attach files', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'quay.pptx',
      mimeType: PPTX,
      buffer: pptx(['The quay opens in May']),
    })
  const attached = page.getByRole('list', { name: 'Attached files' })
  await expect(attached).toContainText('quay.pptx')
  await expect(attached).not.toContainText('Preparing')
  const field = page.getByRole('textbox', { name: /^Message/ })
  await field.fill('Summarise this')
  await field.press('Enter')
  await expect
    .poll(() => JSON.stringify(upstream.requests.at(-1)?.json))
    .toMatch(/<document name=[^]*quay\.pptx[^]*The quay opens in May/)
})
