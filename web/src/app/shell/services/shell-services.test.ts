// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { PresenceController } from '#presence/index.ts'
import { createShellServices } from './shell-services.ts'

it('shows the presence as connecting while the page loads', () => {
  const presence = new PresenceController({ isLoading: true })
  const { page } = createShellServices(createApi({ origin: 'http://localhost' }), presence)
  page.setLoading(false)
  expect(presence.start.isLoading).toBe(false)
  page.setLoading(true)
  expect(presence.start.isLoading).toBe(true)
})
