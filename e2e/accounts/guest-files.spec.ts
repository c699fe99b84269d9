import { axeFaults } from '../axe.ts'
import { png } from '../files/png.ts'
import { expect, test } from '../test.ts'
import { logInByEmail, makeAccount } from './sign-up.ts'

const EMAIL = 'ada@example.org'

test('the files of a visitor belong to the account after signing in, and those that are gone are named', async ({
  page,
  vee,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  upstream.script({ text: 'A lighthouse.' })
  await page.goto('/en')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  const message = page.getByRole('textbox', { name: /^Message/ })
  const attached = page.getByRole('list', { name: 'Attached files' })
  const uploaded: string[] = []
  page.on('response', (response) => {
    const isUpload = response.request().method() === 'POST' && response.url().endsWith('/api/attachments')
    if (isUpload) void response.json().then(({ id }: { id: string }) => uploaded.push(id))
  })
  await choose('gone.png', png())
  await expect(attached).toContainText('gone.png')
  await expect.poll(() => uploaded.length).toBe(1)
  await choose('holiday.png', png(8, 8))
  await expect(attached).toContainText('holiday.png')
  await expect.poll(() => uploaded.length).toBe(2)
  await expect(attached).not.toContainText('Preparing')
  await message.fill('What blinks by the sea?')
  await message.press('Enter')
  await expect(page.getByText('A lighthouse.', { exact: true })).toBeVisible()
  await choose('next.png', png(9, 9))
  await expect.poll(() => uploaded.length).toBe(3)
  await expect(attached.last()).not.toContainText('Preparing')

  // As a day later.
  const session = await page.evaluate(() => sessionStorage.getItem('vee.session-id'))
  await page.request.delete(`/api/attachments/${uploaded[0]}`, { headers: { 'x-session-id': session ?? '' } })
  const mayImport = Promise.withResolvers<void>()
  await page.route('**/api/conversations/import', async (route) => {
    await mayImport.promise
    await route.continue()
  })
  await logInByEmail(page, EMAIL)
  // The account does not have it yet.
  const picture = page.getByRole('button', { name: 'Open holiday.png' })
  await expect(picture).toBeDisabled()
  mayImport.resolve()
  const notice = page.getByText('These files could not be added to your account: gone.png.')
  await expect(notice).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await picture.click()
  const viewer = page.getByRole('dialog', { name: 'holiday.png' })
  await expect(viewer.getByRole('img', { name: 'holiday.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await message.press('Enter')
  await expect
    // The request after it may ask for a title.
    .poll(() => {
      const texts = upstream.requests.map(({ json }) => JSON.stringify(json))
      return texts.findLast((text) => text.includes('A lighthouse.') && text.includes('data:image'))
    })
    .toMatch(/^(?:(?!data:image).)*(?:data:image\/png;base64(?:(?!data:image).)*){2}$/u)
})
