import type { Page } from '@playwright/test'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { expect } from '../test.ts'

/** A file as a drop gives it to the page. */
export interface DroppedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly type?: string
}

/** Attaches files, and waits until each is ready or refused. Returns their rows. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]) {
  // Given to the page as a drop is: a file chooser would change the names.
  const given = files.map(({ name, bytes, type = '' }) => ({ name, type, base64: bytes.toString('base64') }))
  await page.locator('body').evaluate((body, all) => {
    const dataTransfer = new DataTransfer()
    for (const { name, type, base64 } of all) {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([content], name, { type }))
    }
    body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, given)
  const rows = page.getByRole('list', { name: 'Attached files' }).last().getByRole('listitem')
  await expect(rows).toHaveCount(files.length)
  await expect(page.getByText(/^(Preparing|Reading the text)/)).toHaveCount(0, { timeout: 60_000 })
  return rows
}

/** Sends a message with the attached files, and returns what the model received. */
export async function ask(page: Page, upstream: Upstream, question: string): Promise<string> {
  const field = page.getByRole('textbox', { name: /^Message/ })
  await field.fill(question)
  await field.press('Enter')
  await expect.poll(() => received(upstream)).toContain(question)
  return received(upstream)
}

interface Part {
  readonly type: string
  readonly text?: string
}
interface ChatBody {
  readonly messages?: readonly { readonly content: string | readonly Part[] }[]
}

/** Returns the text of the last message that the model received. */
function received(upstream: Upstream): string {
  const content = upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.at(-1)?.content
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')
}

/** Returns the texts of the documents in a message, in their order. */
export const documentsIn = (message: string) =>
  Array.from(message.matchAll(/<document name="[^"]*">\n([^]*?)\n<\/document>/g), ([, text]) => text)

/** Opens the chat, which does not read replies aloud. */
export async function openQuietChat(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
  })
  await page.goto('/en')
  await expect(page.getByRole('button', { name: 'Add to the message' })).toBeVisible()
}
