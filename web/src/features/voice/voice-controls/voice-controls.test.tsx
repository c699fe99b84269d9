// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { changeSettings } from '#lib/settings/index.ts'
import { VoiceControls } from './voice-controls.tsx'

afterEach(cleanup)

it.each([
  ['en', '90%', '1.20 ×'],
  ['de-DE', '90\u00A0%', '1,20 ×'],
] as const)('formats its figures like %s', async (locale, volume, rate) => {
  await switchTexts(locale)
  await loadLazyTexts()
  render(<VoiceControls />)
  const said = screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-valuetext'))
  expect(said).toEqual([volume, rate])
})

it.each([0.25, 4])('shows a speed of %s, which the settings allow, unchanged', async (ttsRate) => {
  await switchTexts('en')
  await loadLazyTexts()
  changeSettings({ ttsRate })
  render(<VoiceControls />)
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Speed' }).valueAsNumber).toBe(ttsRate)
})
