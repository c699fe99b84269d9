import { expect, type Page, resolving, test } from '../test.ts'

const HOST = 'stranger.example'
test.use(resolving(HOST, '127.0.0.1'))

const sendFrom = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
      const response = await fetch(path, { method, ...sent })
      return { status: response.status, text: await response.text() }
    },
    { method, path, body },
  )

const socketFrom = (page: Page, path: string) =>
  page.evaluate(
    (path) =>
      new Promise<string>((resolve) => {
        const client = new WebSocket(path)
        client.addEventListener('open', () => resolve('open'))
        client.addEventListener('error', () => resolve('refused'))
      }),
    path,
  )

test('a page whose name was rebound to this machine cannot become the host, read anything or open a socket', async ({
  page,
  vee,
}) => {
  const { port } = new URL(vee.url)
  const address = `http://${HOST}:${port}`
  // The first answer comes from the stranger's own server; from then on the name leads here.
  await page.route(`${address}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stranger</title>' }),
  )
  await page.goto(`${address}/`)
  const person = { email: 'stranger@example.org', password: 'quiet-harbour-7', acceptTerms: true }
  const answers = [
    await sendFrom(page, 'GET', '/'),
    await sendFrom(page, 'GET', '/en/'),
    await sendFrom(page, 'GET', '/api/auth'),
    await sendFrom(page, 'POST', '/api/auth/register', person),
    await sendFrom(page, 'POST', '/api/chat', { messages: [{ role: 'user', content: 'Hello' }] }),
  ]
  const sockets = [
    await socketFrom(page, '/api/live'),
    await socketFrom(page, '/api/openai/v1/realtime?model=v_agent'),
  ]
  const [own, ...foreign] = answers
  expect(own?.text).toContain('Stranger')
  expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  for (const { text } of foreign) expect(text).toContain('does not answer to this host name')
  expect(sockets).toEqual(['refused', 'refused'])
  // Nobody has registered: the first account is still the host's.
  const registered = await fetch(`${vee.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password: 'quiet-harbour-7', acceptTerms: true }),
  })
  const { token } = (await registered.json()) as { readonly token: string }
  const host = await fetch(`${vee.url}/api/host`, { headers: { authorization: `Bearer ${token}` } })
  expect(host.status).toBe(200)
})
