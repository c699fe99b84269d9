import { expect, type Page } from '../test.ts'

/** Opens the list of conversations, which is open already on wide screens for those who have some. */
export async function showConversations(page: Page): Promise<void> {
  const pane = page.getByRole('region', { name: 'Conversations' })
  await expect(async () => {
    if (!(await pane.isVisible())) {
      await page.getByRole('button', { name: 'Conversations', exact: true }).click()
    }
    await expect(pane).toBeVisible({ timeout: 2_000 })
  }).toPass()
}
