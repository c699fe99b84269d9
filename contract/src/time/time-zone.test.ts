import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAt, dayWithWeekday, shiftDay, startOfDay, timeZoneOf } from './time-zone.ts'

describe('timeZoneOf', () => {
  it.each([
    ['America/Los_Angeles', 'America/Los_Angeles'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['america/los_angeles', 'America/Los_Angeles'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['utc', 'UTC'],
  ])('knows %s', (name, zone) => expect(timeZoneOf(name)).toBe(zone))

  it.each([
    undefined,
    '',
    'Mars/Base',
    '+02:00',
    'Europe/Berlin\n',
    'x'.repeat(10_000),
    '__proto__',
    '../etc',
  ])('takes UTC in place of %j', (name) => expect(timeZoneOf(name)).toBe('UTC'))
})

it('counts the day of the person, on a Friday evening in California', () => {
  const time = Date.parse('2026-11-28T02:53:00Z')
  expect(dayAt('America/Los_Angeles', time)).toBe('2026-11-27')
  expect(dayAt('UTC', time)).toBe('2026-11-28')
  expect(dayAt('Pacific/Kiritimati', time)).toBe('2026-11-28')
})

describe('startOfDay', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-28', '2026-11-27T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-28', '2026-11-27T10:00:00.000Z'],
    ['Pacific/Niue', '2026-11-28', '2026-11-28T11:00:00.000Z'],
    // Midnight was skipped.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // The whole day was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %s', (zone, day, start) => {
    expect(new Date(startOfDay(zone, day)).toISOString()).toBe(start)
  })

  it('is the first time of the day that it is in', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const times = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2040-01-01') })
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const day = dayAt(zone, time)
        const start = startOfDay(zone, day)
        expect(start).toBeLessThanOrEqual(time)
        expect(dayAt(zone, start)).toBe(day)
        expect(dayAt(zone, start - 1) < day).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

it('names the weekday of a day', () => {
  expect(dayWithWeekday('2026-11-27')).toBe('Friday, 2026-11-27')
})

it('adds days across months and leap days', () => {
  expect([shiftDay('2028-02-28', 1), shiftDay('2028-02-28', 2), shiftDay('2026-01-01', -1)]).toEqual([
    '2028-02-29',
    '2028-03-01',
    '2025-12-31',
  ])
})
