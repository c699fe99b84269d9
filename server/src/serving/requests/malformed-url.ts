import type { IncomingMessage } from 'node:http'

/**
 * Repairs a malformed URL, for example a link with an incomplete escape. The browser gets the app in the
 * language with which the path begins, so that the user reads an error page and not a response for programs.
 */
export function repairMalformedUrl({ method, headers, url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.split('?')
  const isNavigation = method === 'GET' && headers.accept?.includes('text/html') === true
  if (!isNavigation || path.startsWith('/api/') || isReadable(path)) return url
  const locale = path.split('/')[1] ?? ''
  return /^[A-Za-z-]+$/.test(locale) ? `/${locale}/` : '/'
}

function isReadable(path: string): boolean {
  try {
    return !/\0|(^|[/\\])\.\.|\.\.([/\\]|$)/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
