import { expect, test } from '../test.ts'

test.use({ isShared: true })

interface Manifest {
  readonly name: string
  readonly start_url: string
  readonly display: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[]
}

test('the browser finds everything required to install the app', async ({ page }) => {
  await page.goto('/en/')
  const session = await page.context().newCDPSession(page)
  const { errors, manifest } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest).toMatchObject({
    name: 'Vee',
    startUrl: expect.stringMatching(/\/$/),
    display: 'kStandalone',
  })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Test browsers use private windows, in which apps cannot be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('every image of the manifest exists', async ({ request }) => {
  const response = await request.get('/manifest.webmanifest')
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const { icons } = (await response.json()) as Manifest
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toMatch(/^image\//)
})

test('the service worker is revalidated each time', async ({ request }) => {
  const response = await request.get('/sw.js')
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(response.headers()['content-type']).toMatch(/javascript/)
})
