import { logIn } from '../shell/visit.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

const SLIDES =
  '## Problem\n\nFind two numbers.\n\n---\n\n## Approaches\n\n| a | b |\n|---|---|\n| map | O(n) |\n\n---\n\n## Tests\n\nEmpty.'

test('a problem becomes slides, navigated by keys, stored and exported', async ({ page, vee, upstream }) => {
  const token = await logIn(vee.url, vee.passphrase)
  await page.addInitScript((kept) => localStorage.setItem('vee.auth-token', kept), token)
  const audit = await openAgent(page, 'lc_audit_aide', 'Slides')
  upstream.script({ text: SLIDES })
  await audit.getByLabel('Problem').fill('Two sum\n\nFind two numbers with this sum.')
  await page.reload()
  await expect(audit.getByLabel('Problem')).toHaveValue(/^Two sum/)
  await audit.getByRole('button', { name: 'Audit it' }).click()
  const slide = audit.getByRole('group', { name: /^Slide 1 of 3/ })
  await expect(slide).toContainText('Find two numbers.')
  await slide.focus()
  await page.keyboard.press('ArrowRight')
  await expect(audit.getByRole('group', { name: /^Slide 2 of 3/ })).toContainText('O(n)')
  await page.keyboard.press('End')
  await expect(audit.getByRole('group', { name: /^Slide 3 of 3/ })).toContainText('Empty.')
  const download = page.waitForEvent('download')
  await audit.getByRole('button', { name: 'Export the slides' }).click()
  expect(await textOf(await download)).toContain('# Two sum\n\n## Problem')

  await page.reload()
  await expect(audit.getByRole('region', { name: 'Audits' }).getByRole('listitem')).toHaveCount(1)
  // This agent is text-only: it has no microphone.
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Microphone/ })).toHaveCount(0)
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('the responder states that an audit takes one', async ({ page, vee, talk }) => {
    const token = await logIn(vee.url, vee.passphrase)
    await page.addInitScript((kept) => localStorage.setItem('vee.auth-token', kept), token)
    const audit = await openAgent(page, 'lc_audit_aide', 'Slides')
    await audit.getByLabel('Problem').fill('Find a palindrome in a sorted array')
    await audit.getByRole('button', { name: 'Audit it' }).click()
    await expect(talk.lastReply).toContainText('takes a language model')
    await expect(audit.getByRole('group', { name: /^Slide / })).toContainText('takes a language model')
  })
})
