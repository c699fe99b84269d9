import type { Page } from '@playwright/test'

/** Resolves when the service worker has cached the initial page and is active. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
