import { axeFaults } from '../axe.ts'
import { deniedMicrophone, expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ ...deniedMicrophone(), isShared: true })

test('a blocked camera is explained, and nothing is sent', async ({ page, upstream, talk }) => {
  const panel = page.getByRole('region', { name: 'Camera and screen' })
  await talk.open()
  await talk.field.fill('What is this?')
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Show with the camera' }).click()
  await expect(panel.getByRole('alert')).toContainText('Camera access is blocked')
  await expect(panel).toContainText('Nothing was sent')
  await expect(talk.field).toHaveValue('What is this?')
  expect(await axeFaults(page, { within: 'section[aria-label="Talk to Vee"]' })).toEqual([])
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel).toBeHidden()
  expect(asked(upstream)).toEqual([])
})
