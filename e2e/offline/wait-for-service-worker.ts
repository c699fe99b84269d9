import type { Page } from '@playwright/test'

/** Resolves when this browser keeps the first page: its service worker is at work. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
