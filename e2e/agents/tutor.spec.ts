import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

test('a lesson from its plan to the cards, with a level that adapts to the answers', async ({
  page,
  upstream,
  talk,
}) => {
  const lesson = await openAgent(page, 'tutor_agent', 'Lesson')
  upstream.script({ text: '1. Fractions\n2. Adding them' })
  await lesson.getByLabel('What do you want to learn?').fill('fractions')
  await lesson.getByRole('button', { name: 'Make a plan' }).click()
  await lesson.getByRole('button', { name: 'Use this plan' }).click()
  await lesson.getByRole('checkbox', { name: 'Fractions' }).check()
  await lesson.getByRole('tab', { name: 'Cards' }).click()
  upstream.script({ text: '| Question | Answer |\n|---|---|\n| half of a half | a quarter |' })
  await lesson.getByLabel('Notes').fill('half of a half is a quarter')
  await lesson.getByRole('button', { name: 'Let the tutor create them' }).click()
  await lesson.getByRole('button', { name: 'Save 1 card from the last reply' }).click()
  await lesson.getByRole('button', { name: 'Show answer' }).click()
  await expect(lesson.getByText('a quarter', { exact: true })).toBeVisible()
  await lesson.getByRole('button', { name: 'Easy' }).click()
  await expect(lesson.getByText('No cards due.')).toBeVisible()
  const download = page.waitForEvent('download')
  await lesson.getByRole('button', { name: 'Export the cards' }).click()
  expect(await textOf(await download)).toBe('half of a half\ta quarter\n')
  await expect(talk.lastReply).toContainText('a quarter')
  expect(asked(upstream)[0]).toMatch(/lesson plan .* for: fractions$/)

  await page.reload()
  await lesson.getByRole('tab', { name: 'Progress' }).click()
  await expect(lesson.getByRole('progressbar', { name: 'Completed steps' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 2',
  )
  await expect(lesson.getByRole('progressbar', { name: 'Correct answers' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 1',
  )
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('a plan takes one; notes become cards and a quiz, checked locally, and are exported', async ({
    page,
    talk,
  }) => {
    const lesson = await openAgent(page, 'tutor_agent', 'Lesson')
    await lesson.getByLabel('What do you want to learn?').fill('numbers')
    await lesson.getByRole('button', { name: 'Make a plan' }).click()
    await expect(talk.lastReply).toContainText('Lessons take a language model')
    await lesson.getByRole('tab', { name: 'Cards' }).click()
    await lesson.getByLabel('Notes').fill('one: eins\ntwo: zwei\nthree: drei\nfour: vier')
    await page.reload()
    await lesson.getByRole('tab', { name: 'Cards' }).click()
    await lesson.getByRole('button', { name: 'Create cards from notes' }).click()
    await expect(lesson.getByText('4 cards are due')).toBeVisible()
    await lesson.getByRole('tab', { name: 'Quiz' }).click()
    await lesson.getByRole('button', { name: 'Start a quiz' }).click()
    const meaning: Record<string, string> = { one: 'eins', two: 'zwei', three: 'drei', four: 'vier' }
    for (let number = 1; number <= 4; number += 1) {
      await expect(lesson.getByText(`Question ${number} of 4`)).toBeVisible()
      const word = (await lesson.locator('legend').textContent()) ?? ''
      await lesson.getByRole('radio', { name: meaning[word] ?? '' }).check()
      await expect(lesson.getByText('Correct', { exact: false }).first()).toBeVisible()
      await lesson.getByRole('button', { name: 'Next' }).click()
    }
    await expect(lesson.getByText('4 of 4 correct')).toBeVisible()
    await expect(lesson.getByText('The level is now: Expert')).toBeVisible()
    await expect(lesson.getByLabel('Level')).toHaveValue('expert')
    await lesson.getByRole('tab', { name: 'Cards' }).click()
    const download = page.waitForEvent('download')
    await lesson.getByRole('button', { name: 'Export the cards' }).click()
    expect(await textOf(await download)).toContain('one\teins\n')
  })
})
