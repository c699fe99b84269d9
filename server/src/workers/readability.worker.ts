import { parentPort, workerData } from 'node:worker_threads'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

/**
 * A separate entry point: adapters/page-reader starts it as a worker thread for one page, and it posts one message
 * back.
 */
const given = (workerData as { readonly html: string }).html
// Fragments of a page are also accepted.
const html = /<body[\s>]/i.test(given) ? given : `<!doctype html><html><body>${given}</body></html>`
const { document } = parseHTML(html)
const title = document.title.trim()
const article = new Readability(document, {
  charThreshold: 200,
}).parse()
const whole = parseHTML(html).document
for (const element of whole.querySelectorAll('script, style, noscript, template, svg')) element.remove()

const tidy = (text: string | null | undefined) =>
  (text ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const text = tidy(article?.textContent) || tidy(whole.body.textContent)
parentPort?.postMessage({ title: article?.title?.trim() || title, text })
