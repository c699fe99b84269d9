import { expect, it } from 'vitest'
import { FakeClock } from '../speak/clock.fixture.ts'
import { VoiceView } from './voice-view.ts'

function createView() {
  const clock = new FakeClock()
  const view = new VoiceView(clock)
  let told = 0
  view.subscribe(() => void (told += 1))
  return { clock, view, told: () => told }
}
const CHANGE = { notices: [] }

it('notifies at once, and while it is held only on release', () => {
  const { view, told } = createView()
  view.show(CHANGE)
  expect(told()).toBe(1)
  view.hold()
  view.show(CHANGE)
  expect(told()).toBe(1)
  view.release()
  expect(told()).toBe(2)
})

it('notifies listeners that draw on their own that it is held', () => {
  let held = 0
  const view = new VoiceView(new FakeClock(), () => void (held += 1))
  view.show(CHANGE)
  expect(held).toBe(0)
  view.hold()
  expect(held).toBe(1)
})

it('notifies after 50 ms without a release', () => {
  const { clock, view, told } = createView()
  view.hold()
  clock.advance(49)
  expect(told()).toBe(0)
  clock.advance(1)
  expect(told()).toBe(1)
})

it('has its own limit of 50 ms, independent of earlier holds', () => {
  const { clock, view, told } = createView()
  view.hold()
  clock.advance(20)
  view.release()
  clock.advance(20)
  view.hold()
  view.show(CHANGE)
  clock.advance(49)
  expect(told()).toBe(1)
  clock.advance(1)
  expect(told()).toBe(2)
})

it('restarts a hold', () => {
  const { clock, view, told } = createView()
  view.hold()
  clock.advance(40)
  view.hold()
  clock.advance(49)
  expect(told()).toBe(0)
  clock.advance(1)
  expect(told()).toBe(1)
})
