import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { LOCALES } from '@vee/contract/entities/locale'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#domain/errors/domain-error.ts'
import { pagesWithAddresses, readSharedPage, sendPage, sitemap, type WebAddresses } from './web-pages.ts'

const NOT_BUILT = 'The web app is not built yet. Run `npm start`, or `npm run build`, in the project folder.'

const PAGE = 'index.html'
/**
 * Returns the file name of the page for a locale. It has translated metadata and preloads the files of that
 * language.
 */
const pageOf = (locale: string) => `pages/${locale}.html`

/** Returns the texts of the inline scripts in the web client's page, for the content security policy. */
export async function inlineScriptsOf(directory: string): Promise<readonly string[]> {
  const html = await readFile(join(directory, PAGE), 'utf8').catch(() => '')
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
}

/**
 * Serves the built web client, and its page for every path that is not a file, because the client has its own
 * router. Files under `assets/` have a content hash in their names, so they may be cached forever.
 */
export async function serveWeb(
  app: FastifyInstance,
  directory: string,
  addresses: WebAddresses,
  previewOf: PreviewOf,
): Promise<void> {
  // Called before the body is parsed, so that an unknown path returns 404 even with a broken body.
  app.addHook('onRequest', async (request) => {
    if (request.is404) assertNavigation(request)
  })
  if (!existsSync(join(directory, PAGE))) {
    app.log.warn(NOT_BUILT)
    app.setNotFoundHandler((request, reply) => {
      assertNavigation(request)
      return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    })
    return
  }
  const assets = join(directory, 'assets') + sep
  const withPage = new Set<string>(LOCALES.filter((locale) => existsSync(join(directory, pageOf(locale)))))
  await app.register(fastifyStatic, {
    root: directory,
    // Its own route lists the folder for each request, to compare the spelling of names with the file system's: with
    // hundreds of files a quarter of the server's time. The route below leaves that out, as no rule depends on names.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Returns nothing, as below.
    handler: (request, reply): void => void reply.sendFile(request.url.split('?')[0] ?? PAGE),
  })
  const pages = await pagesWithAddresses(directory, [PAGE, ...[...withPage].map(pageOf)], addresses)
  // Returns nothing: Fastify awaits a returned reply, with listeners for each promise on the way.
  const answerWith = (name: string, request: FastifyRequest, reply: FastifyReply): void => {
    const page = pages.get(name)
    if (page) sendPage(request, reply, page)
    else reply.sendFile(name)
  }
  if (pages.size > 0) app.get('/', (request, reply) => answerWith(PAGE, request, reply))
  if (addresses.publicUrl !== undefined) await serveForSearch(app, directory, addresses.publicUrl)
  app.setNotFoundHandler((request, reply: FastifyReply) => {
    assertNavigation(request)
    const locale = request.url.split(/[/?]/)[1] ?? ''
    const name = withPage.has(locale) ? pageOf(locale) : PAGE
    const [, token] = SHARED_PATH.exec(request.url) ?? []
    if (token === undefined) return answerWith(name, request, reply)
    return sendSharedPage(reply, token, {
      previewOf,
      read: (title) => readSharedPage(directory, name, addresses, title),
    })
  })
}

/** Returns the title of what a link shares; undefined if the link does not open. */
export type PreviewOf = (token: string) => Promise<{ readonly title: string } | undefined>

/** Matches the address of what a link shares, in any language. */
const SHARED_PATH = /^(?:\/[A-Za-z-]{2,10})?\/shared\/([\w-]{1,100})\/?(?:\?|$)/

/** Sends the page of a link. Nobody may store it: nothing of a revoked link is shown from a cache. */
async function sendSharedPage(
  reply: FastifyReply,
  token: string,
  { previewOf, read }: { readonly previewOf: PreviewOf; readonly read: (title?: string) => Promise<string> },
): Promise<FastifyReply> {
  const preview = await previewOf(token)
  return reply
    .code(preview ? 200 : 404)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    .type('text/html; charset=utf-8')
    .send(await read(preview?.title))
}

/** Serves the files for search engines. They need absolute URLs, which only the host can configure. */
async function serveForSearch(app: FastifyInstance, directory: string, publicUrl: string): Promise<void> {
  const rules = await readFile(join(directory, 'robots.txt'), 'utf8').catch(() => '')
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(publicUrl)),
  )
}

/**
 * Throws unless the request is a navigation. A missing file or endpoint must not be answered with a page,
 * because a missing script would be parsed as broken HTML. A path with a dot, or with a NUL byte, is not necessarily
 * one of a file: navigations by address bar or link get the app.
 */
function assertNavigation(request: FastifyRequest): void {
  const path = request.url.split('?')[0] ?? ''
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const isApi = path === '/api' || path.startsWith('/api/')
  const isLikeFile = extname(path) !== '' || path.includes('%00')
  const isFile = isLikeFile && !request.headers.accept?.includes('text/html')
  if (!isReading || isApi || isFile) throw new DomainError('NOT_FOUND', 'There is nothing at this address.')
}
