import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freePlace, overlaps } from './free-place.ts'

const TOAST = { width: 400, height: 80 }
const WINDOW = { width: 1280, height: 720 }

it('is at the top right of an empty page', () => {
  expect(freePlace(TOAST, WINDOW, { controls: [], texts: [], top: 64 })).toEqual({ x: 864, y: 64 })
})

it('is below a control that lies there', () => {
  const search = { x: 900, y: 80, width: 320, height: 44 }
  const position = freePlace(TOAST, WINDOW, { controls: [search], texts: [], top: 64 })
  expect(position.x).toBe(864)
  expect(overlaps({ ...position, ...TOAST }, search)).toBe(false)
})

it('covers the least where no place is free', () => {
  const page = { x: 0, y: 0, width: 1280, height: 600 }
  const { y } = freePlace(TOAST, WINDOW, { controls: [page], texts: [], top: 64 })
  expect(y).toBeGreaterThan(600)
})

it('covers no control if any of the tried places is free', () => {
  const control = fc.record({
    x: fc.integer({ min: 0, max: 1200 }),
    y: fc.integer({ min: 0, max: 700 }),
    width: fc.integer({ min: 10, max: 300 }),
    height: fc.integer({ min: 10, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(control, { maxLength: 4 }), (controls) => {
      const position = freePlace(TOAST, WINDOW, { controls, texts: [], top: 64 })
      expect(controls.some((obstacle) => overlaps({ ...position, ...TOAST }, obstacle))).toBe(false)
    }),
  )
})

it('prefers to cover no text', () => {
  const heading = { x: 0, y: 64, width: 1280, height: 100 }
  expect(freePlace(TOAST, WINDOW, { controls: [], texts: [heading], top: 64 }).y).toBeGreaterThanOrEqual(164)
})
