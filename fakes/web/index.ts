import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of a site, or how a request for it is answered. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** Web pages on loopback. */
export interface FakeSite {
  /** without a slash at the end */
  readonly url: string
  /** paths in order of arrival */
  readonly requests: readonly string[]
  /** Replaces the pages, by path. */
  serve(pages: Readonly<Record<string, SitePage>>): void
  close(): Promise<void>
}

/** Returns an article as a page with navigation and a footer. */
export const articleOf = (title: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
  <nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
  <article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article>
  <footer>Cookies</footer></body></html>`

export async function startSite(first: Readonly<Record<string, SitePage>> = {}): Promise<FakeSite> {
  let pages = first
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    response.on('error', () => undefined)
    const page = pages[path]
    if (page === undefined) response.writeHead(404).end()
    else if (typeof page === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    serve: (others) => void (pages = others),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
