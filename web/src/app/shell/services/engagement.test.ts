// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PresenceController } from '#presence/index.ts'
import type { AppState } from '#presence/index.ts'
import { createEngagement, followFocus, followForms } from './engagement.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function engaged(ofVoice: AppState) {
  const presence = new PresenceController()
  const voice = { state: ofVoice }
  const engagement = createEngagement(presence, () => voice.state)
  return { presence, voice, engagement, shown: () => presence.start.state }
}

it('shows a sent message as responding and engaged for one blend, then the state of the voice', () => {
  const { presence, voice, engagement, shown } = engaged('idle')
  engagement.begin()
  voice.state = 'thinking'
  engagement.show('thinking')
  expect(presence.start).toMatchObject({ state: 'responding', mood: 'engaged' })
  vi.advanceTimersByTime(800)
  expect(shown()).toBe('thinking')
})

it('shows anything but the wait for the reply at once', () => {
  const { engagement, shown } = engaged('idle')
  engagement.begin()
  engagement.show('speaking')
  expect(shown()).toBe('speaking')
  vi.advanceTimersByTime(800)
  expect(shown()).toBe('speaking')
})

it('begins with every submitted form', () => {
  const { presence, engagement, shown } = engaged('listening')
  followForms(engagement)
  document.body.innerHTML = '<form><button>Send</button></form>'
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  document.querySelector('button')?.click()
  expect(presence.start).toMatchObject({ state: 'responding', mood: 'engaged' })
  vi.advanceTimersByTime(800)
  expect(shown()).toBe('listening')
})

it('is attentive in a text field and calm again outside of it', () => {
  const presence = new PresenceController()
  followFocus(presence)
  const [field, other] = [document.createElement('input'), document.createElement('button')]
  document.body.append(field, other)
  field.focus()
  expect(presence.start.mood).toBe('attentive')
  other.focus()
  expect(presence.start.mood).toBe('calm')
})
