import { expect, test, type Page } from '../test.ts'

test.use({ isShared: true, viewport: { width: 390, height: 844 } })

const back = (page: Page) => page.evaluate(() => history.back())

test('Back closes the menu, the list of assistants and a dialog, and then leaves the page', async ({
  page,
}) => {
  await page.goto('/en/about')
  await page.goto('/en')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await back(page)
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/en\/?$/)

  // From the menu into the hub: Back closes that too.
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByText('Explore').click()
  const hub = page.getByRole('dialog').filter({ hasNot: page.getByRole('navigation') })
  await expect(hub).toBeVisible()
  await back(page)
  await expect(hub).toBeHidden()
  await expect(page).toHaveURL(/\/en\/?$/)

  // Closed by its button it leaves no history entry, and a page chosen in the menu adds one entry.
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/en\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/?$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
