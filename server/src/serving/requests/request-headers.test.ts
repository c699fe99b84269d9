import { expect, it } from 'vitest'
import { acceptsEvents } from './request-headers.ts'

it.each([
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'application/json;q=0.9, text/event-stream ; q=0.1',
])('treats %j as a request for events', (header) => {
  expect(acceptsEvents(header)).toBe(true)
})

it.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'text/event-streams',
  'text/event-stream;q=0',
  'text/event-stream; Q=0.000, */*',
])('does not treat %j as a request for events', (header) => {
  expect(acceptsEvents(header)).toBe(false)
})
