import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Scripts, workers and calls come from this server alone; a script inside the page runs by its hash. Two things are wider:
 * - styles may be inline, because rendered math and diagrams carry style attributes and style elements of their own;
 * - WebAssembly may be compiled, because the speech detector for noisy rooms and the code highlighter are WebAssembly.
 * Pictures never come from elsewhere: an address in a model's answer could carry the conversation away.
 */
const contentSecurityPolicy = (inlineScripts: readonly string[]) =>
  [
    "default-src 'none'",
    [
      "script-src 'self' 'wasm-unsafe-eval'",
      ...inlineScripts.map((script) => `'sha256-${digestOf(script)}'`),
    ].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // The frame in which code of a reply runs.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page of that frame. */
const SANDBOX = '/sandbox.html'

/**
 * Code from a reply runs in a frame of an origin of its own: it may compute, and reach nothing. No call, no picture, no
 * script but what it is handed, no storage, no page; and only pages of this server may frame it.
 */
const SANDBOX_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const digestOf = (script: string) => createHash('sha256').update(script).digest('base64')

const HEADERS = {
  'permissions-policy':
    'microphone=(self), autoplay=(self), fullscreen=(self), camera=(), geolocation=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Set before the handler runs: a hijacked stream skips the later hooks and takes what is set by then.
 * `inlineScripts` are the texts of the scripts that pages of this server may hold.
 */
export function sendSecurityHeaders(app: FastifyInstance, inlineScripts: readonly string[]): void {
  const headers = { ...HEADERS, 'content-security-policy': contentSecurityPolicy(inlineScripts) }
  const sandboxHeaders = {
    ...HEADERS,
    'content-security-policy': SANDBOX_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'permissions-policy': 'microphone=(), camera=(), geolocation=(), payment=()',
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.split('?')[0] === SANDBOX ? sandboxHeaders : headers)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
    }
  })
}
