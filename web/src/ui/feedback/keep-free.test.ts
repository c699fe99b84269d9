// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { overlaps, type Box } from './free-place.ts'
import { keepFree } from './keep-free.ts'

const TOAST = { width: 400, height: 80 }
const LOG = { x: 0, y: 0, width: 1280, height: 600 }
const FIELD = { x: 240, y: 610, width: 800, height: 90 }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { innerWidth: 1280, innerHeight: 720 })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** Adds an element that is visible at a place; happy-dom has no layout. */
function put(html: string, box: Box): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  const element = document.body.lastElementChild as HTMLElement
  element.getBoundingClientRect = () => DOMRect.fromRect(box)
  element.checkVisibility = () => true
  return element
}

/** Returns where a toast is moved to. */
function placeOfToast(): Box {
  const toast = put('<section></section>', { x: 0, y: 0, ...TOAST })
  keepFree(toast)()
  const [x = NaN, y = NaN] = toast.style.translate.split(' ').map((part) => Number.parseFloat(part))
  return { x, y, ...TOAST }
}

it('lies over an area that scrolls, which takes the focus for its keys, rather than over the field below it', () => {
  put('<section tabindex="0"></section>', LOG)
  put('<textarea></textarea>', FIELD)
  const place = placeOfToast()
  expect(overlaps(place, FIELD)).toBe(false)
  expect(place.y).toBeLessThan(100)
})

it('avoids the buttons within such an area', () => {
  put('<section tabindex="0"></section>', LOG)
  const button = { x: 900, y: 20, width: 200, height: 40 }
  put('<button></button>', button)
  expect(overlaps(placeOfToast(), button)).toBe(false)
})
