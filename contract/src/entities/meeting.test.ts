import { expect, it } from 'vitest'
import { meetingDate } from './meeting.ts'

it.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('converts %s to %s', (given, kept) => {
  expect(meetingDate.parse(given)).toBe(kept)
})

it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+14:00', '2026-02-30', '2026-03-01T09:30:00'])(
  'rejects %s, which is not a valid time in UTC',
  (given) => {
    expect(meetingDate.safeParse(given).success).toBe(false)
  },
)
