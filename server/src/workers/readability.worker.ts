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
/** What a browser does not show: pages hide text in it for readers that are no people. */
const HIDDEN =
  '[hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"], [style*="font-size:0"], [style*="font-size: 0"], [style*="opacity:0;"], [style*="opacity: 0;"]'
const withoutHidden = (document: ReturnType<typeof parseHTML>['document']) => {
  for (const element of document.querySelectorAll(HIDDEN)) element.remove()
  return document
}
const document = withoutHidden(parseHTML(html).document)
const title = document.title.trim()
const article = new Readability(document, {
  charThreshold: 200,
}).parse()
const wholePage = withoutHidden(parseHTML(html).document)
const asksToSignIn = wholePage.querySelector('input[type="password" i]') !== null
for (const element of wholePage.querySelectorAll('script, style, noscript, template, svg')) element.remove()

const tidy = (text: string | null | undefined) =>
  (text ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const text = tidy(article?.textContent) || tidy(wholePage.body.textContent)
/** The text around a form to sign in, in UTF-16 code units; a page with more is worth reading. */
const SIGN_IN_LENGTH = 600
parentPort?.postMessage({
  title: article?.title?.trim() || title,
  text,
  isSignIn: asksToSignIn && text.length < SIGN_IN_LENGTH,
})
