import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

test('the versions of a piece of code are compared and saved', async ({ page, upstream, talk }) => {
  const panel = await openAgent(page, 'coding_assistant', 'Code')
  await expect(panel).toContainText('Code from the conversation appears here')
  upstream.script(
    { text: '```python\na = 1\nb = 2\nprint(a)\n```' },
    { text: '```python\na = 1\nb = 3\nprint(a)\n```' },
  )
  await talk.ask('Write it')
  await expect(panel).toContainText('b = 2')
  await talk.ask('With three')
  await expect(panel).toContainText('b = 3')
  await panel.getByRole('tab', { name: 'Changes' }).click()
  const changes = panel.getByRole('region', { name: 'Compared with version 1' })
  await expect(changes).toContainText('b = 2')
  await expect(changes).toContainText('b = 3')
  await panel.getByRole('combobox', { name: 'Version' }).selectOption({ label: '1' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('code.py')
  expect(await textOf(file)).toBe('a = 1\nb = 2\nprint(a)\n')
})
