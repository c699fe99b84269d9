import { expect, it } from 'vitest'
import { meetingDate } from './meeting.ts'

it.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('takes %s to %s', (given, kept) => {
  expect(meetingDate.parse(given)).toBe(kept)
})

it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+14:00', '2026-02-30', '2026-03-01T09:30:00'])(
  'does not take %s, which is no time in UTC that can be written',
  (given) => {
    expect(meetingDate.safeParse(given).success).toBe(false)
  },
)
