import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { LOCALES } from '@vee/contract/entities/locale'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** URLs that only the host knows, without a trailing slash. */
export interface WebAddresses {
  /** the URL at which users reach this server; previews and search engines require absolute URLs */
  readonly publicUrl: string | undefined
  /** URL of the source code of this server; the web client links to it */
  readonly sourceUrl: string | undefined
  /** URL for contacting the host; the web client links to it */
  readonly contactUrl: string | undefined
}

/** The highest quality would delay the start by half a second, for pages a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A page cached in memory, plain and compressed. */
interface WebPage {
  readonly etag: string
  readonly plain: Buffer
  readonly brotli: Buffer
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns links to the page in the other languages, for search engines. */
const alternates = (publicUrl: string) =>
  LOCALES.map(
    (locale) => `<link rel="alternate" hreflang="${locale}" href="${escaped(`${publicUrl}/${locale}/`)}">`,
  ).join('')

/** Returns the page with the host's URLs in its head. */
function withAddresses(html: string, { publicUrl, sourceUrl, contactUrl }: WebAddresses): string {
  const page =
    publicUrl === undefined
      ? html
      : html
          .replace(
            '<meta property="og:image" content="/',
            (start) => start.slice(0, -1) + escaped(`${publicUrl}/`),
          )
          .replace('</head>', (end) => alternates(publicUrl) + end)
  const links = Object.entries({ source: sourceUrl, contact: contactUrl }).flatMap(([name, url]) =>
    url === undefined ? [] : [`<meta name="vee:${name}" content="${escaped(url)}">`],
  )
  return page.replace('</head>', (end) => links.join('') + end)
}

/** Returns the HTML of a page, with the host's URLs in its head. */
const readWebPage = async (directory: string, name: string, addresses: WebAddresses): Promise<string> =>
  withAddresses(await readFile(join(directory, name), 'utf8'), addresses)

/** Returns a page with the title of what is shared, for the preview in a messenger, and never for search engines. */
export async function readSharedPage(
  directory: string,
  name: string,
  addresses: WebAddresses,
  title: string | undefined,
): Promise<string> {
  const html = (await readWebPage(directory, name, addresses)).replace(
    '</head>',
    (end) => `<meta name="robots" content="noindex, nofollow">${end}`,
  )
  if (title === undefined) return html
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(
      /(<meta property="og:title" content=")[^"]*(")/,
      (_, start: string, end: string) => start + escaped(title) + end,
    )
}

/**
 * Returns the pages by file name; none if the host has configured no URL, because the files are then served
 * unchanged.
 */
export async function pagesWithAddresses(
  directory: string,
  names: readonly string[],
  addresses: WebAddresses,
): Promise<ReadonlyMap<string, WebPage>> {
  const { publicUrl, sourceUrl, contactUrl } = addresses
  if ([publicUrl, sourceUrl, contactUrl].every((address) => address === undefined)) return new Map()
  const pages = names.map(async (name): Promise<[string, WebPage]> => {
    const plain = Buffer.from(await readWebPage(directory, name, addresses))
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    return [name, { etag, plain, brotli: brotliCompressSync(plain, BROTLI) }]
  })
  return new Map(await Promise.all(pages))
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: WebPage): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', page.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  return takesBrotli ? reply.header('content-encoding', 'br').send(page.brotli) : reply.send(page.plain)
}

/** Returns the sitemap with the URLs that search engines may index. */
export function sitemap(publicUrl: string): string {
  const urls = LOCALES.flatMap((locale) => [`${publicUrl}/${locale}/`, `${publicUrl}/${locale}/about`])
  const entries = urls.map((url) => `<url><loc>${escaped(url)}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
}
