import { expect, it } from 'vitest'
import { retryTimeText } from './retry-time.ts'

it('is the time of day, with the date if it is another day', () => {
  const now = new Date(2026, 10, 23, 22, 0)
  expect(retryTimeText(new Date(2026, 10, 23, 22, 15), 'de-DE', now)).toBe('22:15')
  expect(retryTimeText(new Date(2026, 10, 24, 0, 0), 'de-DE', now)).toMatch(/24\.11\.2026.*00:00/)
})
