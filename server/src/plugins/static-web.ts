import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { LOCALES } from '@vee/contract/entities/locale'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

const NOT_BUILT = 'The web app is not built yet. Run `npm start`, or `npm run build`, in the project folder.'

const PAGE = 'index.html'
/** The same page with a language's words in its head, and what that language needs asked for at once. */
const pageOf = (locale: string) => `pages/${locale}.html`

/** The texts of the scripts inside the web client's page, for the content security policy. */
export async function inlineScriptsOf(directory: string): Promise<readonly string[]> {
  const html = await readFile(join(directory, PAGE), 'utf8').catch(() => '')
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
}

/**
 * Serves the built web client, and its page for every address that is not a file: the client's own router knows those.
 * Files under `assets/` carry a hash of their content in their names, so they may be kept for ever.
 */
export async function serveWeb(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(join(directory, PAGE))) {
    app.log.warn(NOT_BUILT)
    app.setNotFoundHandler((request, reply) => {
      refuseUnlessNavigation(request)
      return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    })
    return
  }
  const assets = join(directory, 'assets') + sep
  const withPage = new Set<string>(LOCALES.filter((locale) => existsSync(join(directory, pageOf(locale)))))
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply: FastifyReply) => {
    refuseUnlessNavigation(request)
    const locale = request.url.split(/[/?]/)[1] ?? ''
    return reply.sendFile(withPage.has(locale) ? pageOf(locale) : PAGE)
  })
}

/**
 * A missing file or call must not be answered with a page: a script that is gone would be read as broken HTML. A dot
 * makes no file of an address, though: somebody who goes to one, in the address bar or by a link, gets the app.
 */
function refuseUnlessNavigation(request: FastifyRequest): void {
  const path = request.url.split('?')[0] ?? ''
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const isApi = path === '/api' || path.startsWith('/api/')
  const isFile = extname(path) !== '' && !request.headers.accept?.includes('text/html')
  if (!isReading || isApi || isFile) throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
}
