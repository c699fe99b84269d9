import type { Page } from './test.ts'

/** Ends the page's process as a crash or the system does: nothing of the page runs any more. */
export async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // It never answers: there is nobody left to.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
