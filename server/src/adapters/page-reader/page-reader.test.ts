import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { PAGE_WORKER } from '#lib/project-files.ts'
import { isPublicAddress } from '#lib/public-network.ts'
import { createPageFetcher, type PageFetcherOptions, securedUrl } from './fetch-page.ts'
import { createPageReader } from './index.ts'

const NEVER = new AbortController().signal
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A site on loopback, which the reader accepts as an exception in this test. */
async function startSite(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    listener(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const port = String((server.address() as AddressInfo).port)
  const options: PageFetcherOptions = {
    allowedPorts: ['', port],
    isAllowed: (ip) => ip === '127.0.0.1' || isPublicAddress(ip),
    resolve: async (hostname) => (hostname === 'site.test' ? ['127.0.0.1'] : ['169.254.169.254']),
  }
  return { port, requests, options, url: `http://site.test:${port}` }
}

describe('an address is not read', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'not an address',
    '',
    'http://',
    'http://user:secret@example.org/',
    'http://example.org:22/',
    'http://example.org:6379/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[ff02::1]/',
  ])('%s', async (address) => {
    const fetchPage = createPageFetcher({ resolve: async () => ['93.184.215.14'] })
    // Rejected by the check of the address, before any request, and not by a failed connection.
    await expect(fetchPage(address, NEVER)).rejects.toMatchObject({
      name: 'ToolFailure',
      message: expect.not.stringMatching(/reached|too long|answered/),
    })
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['::1']],
    ['a private address in addition to a public one', ['93.184.215.14', '192.168.0.1']],
    ['nothing', []],
  ])('if its name resolves to %s', async (_, addresses) => {
    const fetchPage = createPageFetcher({ resolve: async () => addresses })
    await expect(fetchPage('https://example.org/', NEVER)).rejects.toThrow('not on the public internet')
  })

  it('if its name does not resolve', async () => {
    const fetchPage = createPageFetcher({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    await expect(fetchPage('https://example.org/', NEVER)).rejects.toThrow('no such site')
  })

  it.each([
    ['another name that is private', () => 'http://inside.test/secret'],
    ['loopback', () => 'http://127.0.0.2/'],
    ['another port', () => 'http://site.test:1/'],
    ['a file', () => 'file:///etc/passwd'],
  ])('if a redirect leads to %s', async (_, location) => {
    const site = await startSite((_request, response) =>
      response.writeHead(302, { location: location() }).end(),
    )
    await expect(createPageFetcher(site.options)(site.url, NEVER)).rejects.toMatchObject({
      name: 'ToolFailure',
    })
    expect(site.requests).toHaveLength(1)
  })

  it('if it redirects endlessly', async () => {
    const site = await startSite((_request, response) =>
      response.writeHead(301, { location: '/again' }).end(),
    )
    await expect(createPageFetcher(site.options)(site.url, NEVER)).rejects.toThrow('redirects too often')
    expect(site.requests).toHaveLength(6)
  })

  it('if the content is too large, not text, or an error status', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(2_100_000))
      else if (request.url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end('x')
      else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
      else response.writeHead(404).end()
    })
    const fetchPage = createPageFetcher(site.options)
    await expect(fetchPage(`${site.url}/large`, NEVER)).rejects.toThrow('too large')
    await expect(fetchPage(`${site.url}/picture`, NEVER)).rejects.toThrow('no text')
    await expect(fetchPage(`${site.url}/packed`, NEVER)).rejects.toThrow('cannot be read')
    await expect(fetchPage(`${site.url}/gone`, NEVER)).rejects.toThrow('404')
  })

  it('after the reply was stopped', async () => {
    const site = await startSite(() => {})
    const stop = new AbortController()
    const reading = createPageFetcher(site.options)(site.url, stop.signal)
    stop.abort()
    await expect(reading).rejects.toThrow('took too long')
  })
})

it('a name is resolved once per hop, and the connection uses the checked address', async () => {
  const site = await startSite((_request, response) => response.end('<p>Hello</p>'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const asked: string[] = []
  const resolve = async (hostname: string) => {
    asked.push(hostname)
    return answers[asked.length - 1] ?? []
  }
  const page = await createPageFetcher({ ...site.options, resolve })(site.url, NEVER)
  expect(page.body).toBe('<p>Hello</p>')
  expect(asked).toEqual(['site.test'])
  expect(site.requests).toEqual([`site.test:${site.port} /`])
})

const secured = (address: string, ip: string) => securedUrl(new URL(address), ip).href

it('public pages are read by https, those of the networks of the host as they are named', async () => {
  expect(secured('http://example.org/a?b#c', '93.184.215.14')).toBe('https://example.org/a?b#c')
  expect(secured('https://example.org/', '93.184.215.14')).toBe('https://example.org/')
  expect(secured('http://wiki.intra:8080/', '10.1.2.3')).toBe('http://wiki.intra:8080/')
})

/** Reads a path of a site on loopback with these networks. */
const read = async (networks: readonly string[], address: string) => {
  const site = await startSite((request, response) =>
    request.url === '/out'
      ? response.writeHead(302, { location: 'http://10.9.9.9/' }).end()
      : response.end('Hello'),
  )
  return createPageFetcher({ networks })(`http://127.0.0.1:${site.port}${address}`, NEVER)
}

describe('the networks of the host', () => {
  it('are read at any port and by http', async () => {
    expect((await read(['127.0.0.0/8'], '/')).body).toBe('Hello')
  })
  it('are nothing else', async () => {
    await expect(read(['10.0.0.0/16', '::1'], '/')).rejects.toThrow('port is not allowed')
    await expect(read(['127.0.0.0/8'], '/out')).rejects.toThrow('not on the public internet')
  })
})

describe('a page', () => {
  const PARAGRAPH = 'Harbour seals rest on sandbanks at low tide, and they return to the same places. '
  const ARTICLE = `<!doctype html><html><head><title>Seals</title><script>steal()</script></head><body>
    <nav>Home Shop Imprint</nav><article><h1>Seals</h1>${`<p>${PARAGRAPH.repeat(4)}</p>`.repeat(4)}</article>
    <footer>Cookies</footer></body></html>`

  it('is returned as text, after redirects, without navigation and other boilerplate', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/seals' }).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ARTICLE)
    })
    const page = await createPageReader(PAGE_WORKER, site.options)(site.url, NEVER)
    expect(page).toMatchObject({ url: `${site.url}/seals`, title: 'Seals' })
    expect(page.text).toContain('Harbour seals rest on sandbanks')
    expect(page.text).not.toMatch(/steal|Imprint|Cookies/)
  })

  it('is decoded with its declared character set', async () => {
    const site = await startSite((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
        .end(Buffer.from('<p>Grüße</p>', 'latin1')),
    )
    expect((await createPageReader(PAGE_WORKER, site.options)(site.url, NEVER)).text).toBe('Grüße')
  })

  it('that is plain text is returned unchanged', async () => {
    const site = await startSite((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(' <p>not markup</p> '),
    )
    expect((await createPageReader(PAGE_WORKER, site.options)(site.url, NEVER)).text).toBe(
      '<p>not markup</p>',
    )
  })
})
