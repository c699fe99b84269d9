import type { FastifyInstance } from 'fastify'

/**
 * Scripts, workers and calls come from this server alone and none is inline. Two things are wider:
 * - styles may be inline, because rendered math and diagrams carry style attributes and style elements of their own;
 * - WebAssembly may be compiled, because the speech detector for noisy rooms and the code highlighter are WebAssembly.
 * Pictures never come from elsewhere: an address in a model's answer could carry the conversation away.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy':
    'microphone=(self), autoplay=(self), fullscreen=(self), camera=(), geolocation=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const ONE_YEAR_SECONDS = 31_536_000

/** Set before the handler runs: a hijacked stream skips the later hooks and takes what is set by then. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
    }
  })
}
