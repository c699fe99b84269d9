import type { Page } from './test.ts'

/** Kills the page's process like a crash or the system does. */
export async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // The killed page never responds.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
