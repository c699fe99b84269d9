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

it('notifies at once, and while it is suspended only on resume', () => {
  const { view, told } = createView()
  view.show(CHANGE)
  expect(told()).toBe(1)
  view.suspend()
  view.show(CHANGE)
  expect(told()).toBe(1)
  view.resume()
  expect(told()).toBe(2)
})

it('notifies listeners that draw on their own that it is suspended', () => {
  let suspensions = 0
  const view = new VoiceView(new FakeClock(), () => void (suspensions += 1))
  view.show(CHANGE)
  expect(suspensions).toBe(0)
  view.suspend()
  expect(suspensions).toBe(1)
})

it('notifies after 50 ms without a release', () => {
  const { clock, view, told } = createView()
  view.suspend()
  clock.advance(49)
  expect(told()).toBe(0)
  clock.advance(1)
  expect(told()).toBe(1)
})

it('has its own limit of 50 ms, independent of earlier suspensions', () => {
  const { clock, view, told } = createView()
  view.suspend()
  clock.advance(20)
  view.resume()
  clock.advance(20)
  view.suspend()
  view.show(CHANGE)
  clock.advance(49)
  expect(told()).toBe(1)
  clock.advance(1)
  expect(told()).toBe(2)
})

it('starts its limit again with each suspension', () => {
  const { clock, view, told } = createView()
  view.suspend()
  clock.advance(40)
  view.suspend()
  clock.advance(49)
  expect(told()).toBe(0)
  clock.advance(1)
  expect(told()).toBe(1)
})
