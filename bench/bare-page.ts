import type { Page } from '@playwright/test'

/** What Vee's page is compared to, as the baseline of a figure. */
export const barePage = (value: number) => ({ name: 'a page that appends text', value })

/**
 * Asks a question in the minimal page for a stream, which only appends the text to a new element of the body.
 * Resolves with the time of the request, by the page's performance.now().
 */
export const askBarePage = (page: Page, element: 'article' | 'pre'): Promise<number> =>
  page.evaluate((element) => {
    const startedAt = performance.now()
    const text = document.body.appendChild(document.createElement(element))
    const body = {
      stream: true,
      replyId: crypto.randomUUID(),
      messages: [{ role: 'user', content: 'Tell me' }],
    }
    void fetch('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-id': 'bare-page' },
      body: JSON.stringify(body),
    }).then(async (response) => {
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
        for (const [, json = '{}'] of part.value.matchAll(/^data: (.*)$/gm)) {
          text.append((JSON.parse(json) as { content?: string }).content ?? '')
        }
      }
    })
    return startedAt
  }, element)
