import { DEFAULT_LOCALE, type Locale } from '@vee/contract/entities/locale'
import { chooseLocale, isLocale, looksLikeLanguageTag, type LocaleWishes } from './locale-choice.ts'

/** The screens; each is one route below `/{locale}`. */
export type ScreenId =
  | 'home'
  | 'pro'
  | 'login'
  | 'settings'
  | 'register'
  | 'register-plan'
  | 'register-payment'
  | 'register-success'
  | 'invite'
  | 'meeting'
  | 'shared'
  | 'about'
  | 'host'
  | 'not-found'

interface RoutePattern {
  readonly screen: ScreenId
  readonly access: 'guest' | 'login' | 'public'
  /** below the locale; an `:name` segment matches any text, `:name?` is optional */
  readonly path: string
}

export const ROUTES: readonly RoutePattern[] = [
  { screen: 'home', access: 'guest', path: '' },
  { screen: 'pro', access: 'login', path: 'pro' },
  { screen: 'login', access: 'guest', path: 'login' },
  { screen: 'settings', access: 'login', path: 'settings' },
  { screen: 'register', access: 'guest', path: 'register' },
  { screen: 'register-plan', access: 'guest', path: 'register/plan' },
  { screen: 'register-payment', access: 'guest', path: 'register/payment' },
  { screen: 'register-success', access: 'guest', path: 'register/success' },
  { screen: 'invite', access: 'login', path: 'invite/:token?' },
  { screen: 'meeting', access: 'login', path: 'meetings/:id' },
  { screen: 'about', access: 'public', path: 'about' },
  { screen: 'shared', access: 'public', path: 'shared/:token' },
  { screen: 'host', access: 'login', path: 'host' },
]

/** The result of resolving a location: a screen, or another address that replaces it. */
export type Resolution =
  | {
      readonly kind: 'screen'
      readonly screen: ScreenId
      readonly locale: Locale
      readonly params: Readonly<Record<string, string>>
    }
  | { readonly kind: 'redirect'; readonly to: string }

export interface Visitor extends LocaleWishes {
  /** a token exists in persistent or session storage */
  readonly isSignedIn: boolean
}

export interface Address {
  readonly pathname: string
  /** with its `?`, or empty */
  readonly search: string
  /** with its `#`, or empty */
  readonly hash: string
}

/** Mails link to `/login#reset=…`: as part of the fragment, the token never leaves the browser. */
export const RESET_LINK = '#reset='

const redirect = (to: string): Resolution => ({ kind: 'redirect', to })

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function matchPattern(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const wanted = pattern === '' ? [] : pattern.split('/')
  if (segments.length > wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, wantedPart] of wanted.entries()) {
    const segment = segments[index]
    if (wantedPart.startsWith(':')) {
      const isOptional = wantedPart.endsWith('?')
      if (segment === undefined && !isOptional) return undefined
      if (segment !== undefined) params[wantedPart.replace(/[:?]/g, '')] = decodeSegment(segment)
    } else if (wantedPart !== segment) {
      return undefined
    }
  }
  return params
}

function findRoute(segments: readonly string[]) {
  for (const route of ROUTES) {
    const params = matchPattern(route.path, segments)
    if (params) return { route, params }
  }
  return undefined
}

/**
 * Resolves an address for the current user. A known route without a locale gets the chosen one; an invalid
 * locale as first segment is replaced, and the rest of the path preserved; anything else unknown is not
 * found, and never silently the home page.
 */
export function resolvePath({ pathname, search, hash }: Address, visitor: Visitor): Resolution {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first = '', ...rest] = segments
  const withLocale = (path: readonly string[]) =>
    redirect(`/${[chooseLocale(visitor), ...path].join('/')}${search}${hash}`)

  // "en-US" is an alias of the default language: a user who requests it gets English, independent of the
  // browser's languages.
  if (/^en[-_]us$/i.test(first)) return redirect(`/${[DEFAULT_LOCALE, ...rest].join('/')}${search}${hash}`)
  if (!isLocale(first)) {
    if (findRoute(segments)) return withLocale(segments)
    if (looksLikeLanguageTag(first) || (rest.length > 0 && findRoute(rest))) return withLocale(rest)
    return { kind: 'screen', screen: 'not-found', locale: chooseLocale(visitor), params: {} }
  }

  const match = findRoute(rest)
  if (!match) return { kind: 'screen', screen: 'not-found', locale: first, params: {} }
  const { route, params } = match
  if (route.access === 'login' && !visitor.isSignedIn) {
    const wanted = encodeURIComponent(`${pathname}${search}${hash}`)
    return redirect(`/${first}/login?redirect=${wanted}`)
  }
  // A reset link is valid for a signed-in user, too.
  const isReset = route.screen === 'login' && hash.startsWith(RESET_LINK)
  // A signed-in user can return from an identity provider, too.
  const isReturn = route.screen === 'login' && new URLSearchParams(search).has('state')
  if (route.access === 'guest' && visitor.isSignedIn && !isReset && !isReturn)
    return redirect(`/${first}/pro`)
  return { kind: 'screen', screen: route.screen, locale: first, params }
}

/** Returns the redirect target from the address only if it stays on this site: one slash, then a path. */
export function safeRedirect(wish: string | null): string | undefined {
  if (wish === null || !wish.startsWith('/')) return undefined
  // The URL parser handles slashes, backslashes, tabs and line breaks like browsers do.
  const base = 'https://vee.invalid'
  const url = URL.parse(wish, base)
  return url?.origin === base && !wish.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined
}
