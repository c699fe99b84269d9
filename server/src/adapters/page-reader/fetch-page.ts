import { lookup as lookUp } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, request } from '#lib/http-client.ts'
import { isInNetworks, isPublicAddress } from '#lib/public-network.ts'
import { ToolFailure } from '#domain/tools/index.ts'
import { decodePage } from './decode-page.ts'

/** Maximum number of bytes of a page that are read. */
const MAX_BYTES = 2_000_000
const MAX_REDIRECTS = 5
/** for all redirects together, in ms */
const TIME_LIMIT_MS = 15_000
const READABLE = /^(text\/(html|plain|markdown|csv|xml)|application\/(xhtml\+xml|xml|json))\b/i
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface FetchedPage {
  /** after redirects */
  readonly url: string
  /** lower case, without parameters */
  readonly mediaType: string
  readonly body: string
}

export interface PageFetcherOptions {
  /** every address of a host name */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
  readonly isAllowed?: (ip: string) => boolean
  /** an empty string is the default port of the scheme */
  readonly allowedPorts?: readonly string[]
  /** private networks that may be read too, at any port */
  readonly networks?: readonly string[]
}

interface Target {
  readonly url: URL
  readonly ip: string
}

const resolveByDns = async (hostname: string) =>
  (await lookUp(hostname, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Fetches pages from the public web by https at its default port, and from the networks that the host allows, at any port and by http too. A name
 * is resolved once and the connection uses the address that was checked, which prevents DNS rebinding; every
 * redirect is checked like the first URL. Throws ToolFailure with a message for the model.
 */
export function createPageFetcher({
  resolve = resolveByDns,
  isAllowed = isPublicAddress,
  allowedPorts = [''],
  networks = [],
}: PageFetcherOptions = {}): (address: string, signal: AbortSignal) => Promise<FetchedPage> {
  const check = async (url: URL): Promise<Target> => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new ToolFailure('Only http and https addresses can be read.')
    }
    if (url.username !== '' || url.password !== '') {
      throw new ToolFailure('An address must not hold a user name or a password.')
    }
    const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
    const addresses = isIP(hostname) === 0 ? await resolvedBy(resolve, hostname) : [hostname]
    const [ip] = addresses
    const isOfHost = ip !== undefined && addresses.every((address) => isInNetworks(address, networks))
    if (!isOfHost && !allowedPorts.includes(url.port)) throw new ToolFailure('This port is not allowed.')
    // One private address is enough: a response with private and public addresses is an attack.
    if (ip === undefined || (!isOfHost && !addresses.every(isAllowed))) {
      throw new ToolFailure('This address is not on the public internet, so it is not read.')
    }
    return { url: securedUrl(url, ip), ip }
  }
  return async (address, signal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    let target = await check(parseAddress(address))
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const outcome = await get(target, within)
      if ('body' in outcome) return outcome
      target = await check(parseAddress(outcome.location, target.url))
    }
    throw new ToolFailure('The page redirects too often.')
  }
}

/** Returns the https address of a page at a public address: nothing of a request is readable on its way. */
export function securedUrl(url: URL, ip: string): URL {
  if (url.protocol !== 'http:' || !isPublicAddress(ip)) return url
  const secured = new URL(url)
  secured.protocol = 'https:'
  return secured
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (url) return url
  throw new ToolFailure('This is not a web address.')
}

async function resolvedBy(
  resolve: (hostname: string) => Promise<readonly string[]>,
  hostname: string,
): Promise<readonly string[]> {
  try {
    return await resolve(hostname)
  } catch {
    throw new ToolFailure('There is no such site.')
  }
}

async function get(
  { url, ip }: Target,
  signal: AbortSignal,
): Promise<FetchedPage | { readonly location: string }> {
  const family = isIP(ip)
  const dispatcher = new Agent({
    connect: {
      lookup: (_name, { all }, done) =>
        all ? done(null, [{ address: ip, family }]) : done(null, ip, family),
    },
    maxResponseSize: MAX_BYTES,
  })
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: {
        accept: 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1',
        // An uncompressed response cannot expand beyond the size limit.
        'accept-encoding': 'identity',
        'user-agent': 'Vee (reads a page for a person)',
      },
    })
    const location = first(headers['location'])
    if (REDIRECTS.has(statusCode) && location !== undefined) return { location }
    if (statusCode >= 400) throw new ToolFailure(`The site answered ${statusCode}.`)
    const type = first(headers['content-type']) ?? 'text/html'
    if (!READABLE.test(type)) throw new ToolFailure('What is there is no text.')
    if ((first(headers['content-encoding']) ?? 'identity') !== 'identity') {
      throw new ToolFailure('The site sends what cannot be read.')
    }
    const bytes = Buffer.from(await body.arrayBuffer())
    const mediaType = type.split(';')[0]?.trim().toLowerCase() ?? ''
    return { url: url.href, mediaType, body: decodePage(bytes, type, url.hostname) }
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOf(error)
  } finally {
    await dispatcher.destroy()
  }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function failureOf(error: unknown): ToolFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new ToolFailure('The page is too large.')
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return new ToolFailure('The site took too long.')
  return new ToolFailure('The site could not be reached.')
}
