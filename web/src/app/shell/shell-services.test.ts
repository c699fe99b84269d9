// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { createApi } from '#lib/api/index.ts'
import { PresenceController } from '#presence/index.ts'
import { createShellServices, followFocus, followForms } from './shell-services.ts'

it('lets the presence connect while the page loads', () => {
  const presence = new PresenceController({ isLoading: true })
  const { page } = createShellServices(createApi({ origin: 'http://localhost' }), presence)
  page.setLoading(false)
  expect(presence.start.isLoading).toBe(false)
  page.setLoading(true)
  expect(presence.start.isLoading).toBe(true)
})

it('makes the presence attentive when somebody begins to write', () => {
  const presence = new PresenceController()
  followFocus(presence)
  document.body.innerHTML = '<input type="checkbox"><textarea></textarea>'
  document.querySelector('input')?.focus()
  expect(presence.start.mood).toBe('calm')
  document.querySelector('textarea')?.focus()
  expect(presence.start.mood).toBe('attentive')
})

it('is engaged by a form that is sent, then shows what the voice does', () => {
  vi.useFakeTimers()
  const presence = new PresenceController()
  followForms(presence, () => 'listening')
  document.body.innerHTML = '<form><button>Send</button></form>'
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  document.querySelector('button')?.click()
  expect(presence.start).toMatchObject({ state: 'responding', mood: 'engaged' })
  vi.advanceTimersByTime(800)
  expect(presence.start).toMatchObject({ state: 'listening', mood: 'engaged' })
  vi.useRealTimers()
})
