import { expect, test } from '../test.ts'
import { openSharedAccess } from './sign-up.ts'

test("deleting the browser's data signs out and leaves no personal data in it", async ({ page, vee }) => {
  await page.goto('/en/login')
  await openSharedAccess(page)
  await page.getByLabel('Global password').fill(vee.passphrase)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/en/pro')
  await page.goto('/en/settings#speaking')
  await page.getByRole('switch', { name: 'Read replies aloud' }).click()
  const kept = () =>
    page.evaluate(async () => ({
      text: [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join(''),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }))
  expect((await kept()).text).toContain('"autoPlayTts":false'.replaceAll('"', String.raw`\"`))

  await page.goto('/en/settings#data')
  await page.getByRole('button', { name: 'Forget this browser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget this browser' })
  await expect(dialog).toContainText('unsent recordings')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/en/settings#data')
  await page.getByRole('button', { name: 'Forget this browser' }).click()
  await dialog.getByRole('button', { name: 'Forget this browser' }).click()
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible()
  expect((await kept()).text).not.toContain('autoPlayTts')
  await page.goto('/en/settings')
  await expect(page).toHaveURL(/\/en\/login/)
})
