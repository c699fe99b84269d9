import type { IncomingMessage } from 'node:http'

/**
 * A link that was mangled on its way may hold what is no address at all, such as half an escape. Whoever follows one gets the
 * app all the same, in the language that the link begins with: there, and not in an answer for programs, they read what is wrong.
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
