import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Scripts, workers and requests are restricted to this server; inline scripts are allowed by hash. Images
 * from other servers are never allowed, because a URL in a model's reply could leak the conversation. Two
 * rules are less strict:
 * - styles may be inline, because rendered math and diagrams contain style attributes and style elements;
 * - WebAssembly may be compiled, because the speech detector for noisy rooms and the code highlighter are
 *   WebAssembly.
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
    // The frame that runs code from a reply.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page of that frame. */
const SANDBOX = '/sandbox.html'

/**
 * Code from a reply runs in a frame with its own origin. It may compute, but has no access to the network,
 * images, other scripts, storage or the page; and only pages of this server may embed it.
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
    'microphone=(self), camera=(self), display-capture=(self), autoplay=(self), fullscreen=(self), geolocation=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Sets the headers before the handler is called, because a hijacked stream skips the later hooks.
 * `inlineScripts` are the texts of the inline scripts that pages of this server may contain.
 */
export function sendSecurityHeaders(app: FastifyInstance, inlineScripts: readonly string[]): void {
  const headers = { ...HEADERS, 'content-security-policy': contentSecurityPolicy(inlineScripts) }
  const sandboxHeaders = {
    ...HEADERS,
    'content-security-policy': SANDBOX_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'permissions-policy': 'microphone=(), camera=(), display-capture=(), geolocation=(), payment=()',
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.split('?')[0] === SANDBOX ? sandboxHeaders : headers)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
    }
  })
}
