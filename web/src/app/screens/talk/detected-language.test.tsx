// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { RuntimeContext } from '../../runtime-context.ts'
import type { Runtime } from '../../runtime.ts'
import { DetectedLanguage } from './detected-language.tsx'

beforeAll(async () => {
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

function showDetectedIn(language: string): void {
  const heard = { utteranceId: 'u1', text: 'Good morning', language }
  // The parts of the runtime that the line requires.
  const runtime = {
    languages: { last: createStore(() => ({ detectedLanguage: heard })), own: () => ['de-DE', 'x'] },
    talkWith: () => ({ chat: { state: createStore(() => ({ draft: heard.text })) } }),
  } as unknown as Runtime
  render(
    <RuntimeContext value={runtime}>
      <DetectedLanguage />
    </RuntimeContext>,
  )
}

it.each([
  ['fr', 'Recognized as French'],
  // Speech services report such tags, and Intl.DisplayNames throws a RangeError for them.
  ['english', 'Recognized as english'],
  ['', 'Recognized as'],
  ['en_US!', 'Recognized as en_US!'],
])('shows the language %j as it is reported, and offers the others', (language, text) => {
  showDetectedIn(language)
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.getByRole('button', { name: 'It was German' })).toBeDefined()
})
