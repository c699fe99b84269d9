import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

test('an interview from its parameters to the report, across a reload, ended early', async ({
  page,
  upstream,
  talk,
}) => {
  const screen = await openAgent(page, 'coding_interviewer', 'Interview')
  upstream.script({ text: 'Find the first number that occurs twice.' }, {})
  await screen.getByLabel('Topic').fill('lists')
  await screen.getByLabel('Minutes').selectOption('15')
  await screen.getByRole('button', { name: 'Start the interview' }).click()
  await expect(talk.lastReply).toContainText('occurs twice')
  await expect(screen.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await screen.getByRole('button', { name: 'Next: Clarify' }).click()
  await expect(talk.lastReply).toContainText('You said')
  await talk.ask('May the list be empty?')
  await expect(talk.lastReply).toContainText('May the list be empty?')
  await screen.getByRole('button', { name: 'Pause' }).click()
  await expect(screen.getByText('Paused')).toBeVisible()
  await screen.getByRole('button', { name: 'Resume' }).click()
  await screen.getByRole('button', { name: 'Hint (costs one point)' }).click()
  await expect(screen.getByText('Hints used: 1')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Your code' }).fill('seen = set()')
  await expect(talk.lastReply).toContainText('You said')

  await page.reload()
  await expect(screen.getByRole('textbox', { name: 'Your code' })).toContainText('seen = set()')
  await expect(screen.getByRole('listitem').filter({ hasText: 'Clarify' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await screen.getByRole('button', { name: 'Submit code' }).click()
  await expect(talk.lastReply).toContainText('seen = set()')
  expect(asked(upstream).at(-1)).toBe('Here is my code:\n\n```python\nseen = set()\n```')

  upstream.script({
    text: '| Criterion | Score | Evidence |\n|---|---|---|\n| Clarifying | 4 | May the list be empty? |\n| Code | 2 | seen = set() |',
  })
  await screen.getByRole('button', { name: 'End interview' }).click()
  await expect(screen.getByText('5 of 8 points, 1 deducted for hints')).toBeVisible()
  const download = page.waitForEvent('download')
  await screen.getByRole('button', { name: 'Export the report' }).click()
  const report = await textOf(await download)
  expect(report).toContain('| Clarifying | 4 | “May the list be empty?” |')
  expect(report).toContain('```python\nseen = set()\n```')
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('the responder states that an interview takes one, and the candidate gives the scores', async ({
    page,
    talk,
  }) => {
    const screen = await openAgent(page, 'coding_interviewer', 'Interview')
    await expect(screen).toContainText('What this screen asks Coding Interviewer takes one')
    await screen.getByRole('button', { name: 'Start the interview' }).click()
    await expect(talk.lastReply).toContainText('takes a language model')
    await screen.getByRole('button', { name: 'Next: Clarify' }).click()
    await talk.ask('May the list be empty?')
    await screen.getByRole('button', { name: 'End interview' }).click()
    await screen.getByLabel('Score, 1 to 4: Clarifying the problem').selectOption('3')
    await expect(screen.getByText('3 of 24 points, 0 deducted for hints')).toBeVisible()
    await expect(screen.getByRole('row', { name: /Clarifying/ })).toContainText('May the list be empty?')
    const download = page.waitForEvent('download')
    await screen.getByRole('button', { name: 'Export the report' }).click()
    expect(await textOf(await download)).toContain(
      '| Clarifying the problem | 3 | “May the list be empty?” |',
    )
  })
})
