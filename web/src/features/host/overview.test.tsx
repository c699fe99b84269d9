/**
 * @vitest-environment happy-dom
 */
import type { HostOverview } from '@vee/contract/entities/host'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { Overview } from './overview.tsx'

afterEach(async () => {
  cleanup()
  await switchTexts('en')
})

it('names the built-in responder in the language of the page', async () => {
  await switchTexts('de-DE')
  await loadLazyTexts()
  const builtIn = {
    id: 'builtin',
    name: 'Built-in responder',
    service: 'llm',
    available: true,
    trouble: null,
  }
  const overview = {
    counts: { users: 1, disabledUsers: 0, organizations: 0, liveSessions: 0 },
    costThisMonthUsd: 0,
    version: '1.0.0',
    providers: [builtIn],
  } as unknown as HostOverview
  render(<Overview overview={overview} onConnect={() => {}} />)
  expect(screen.getByRole('rowheader').textContent).toBe('Eingebaute Antwort')
})
