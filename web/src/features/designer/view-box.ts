/** Where a picture lies in its window: moved by x and y px, then scaled from its top left corner. */
export interface View {
  readonly x: number
  readonly y: number
  /** 1 is as it was drawn */
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const SMALLEST = 0.1
const LARGEST = 8
/** Below it the labels of a diagram cannot be read, and at what they can. */
const UNREADABLE = 0.5
const READABLE = 0.75
/** Kept free around a picture that is shown whole, px. */
const MARGIN = 16

const clamp = (scale: number) => Math.min(LARGEST, Math.max(SMALLEST, scale))

/** All of the picture, in the middle, and never larger than it was drawn. */
export function fit(picture: Size, window: Size): View {
  const scale = clamp(
    Math.min(
      1,
      (window.width - 2 * MARGIN) / Math.max(picture.width, 1),
      (window.height - 2 * MARGIN) / Math.max(picture.height, 1),
    ),
  )
  return {
    scale,
    x: (window.width - picture.width * scale) / 2,
    y: (window.height - picture.height * scale) / 2,
  }
}

/** How it is first seen: whole, unless that would be too small to be read; then its beginning, which is. */
export function opening(picture: Size, window: Size): View {
  const whole = fit(picture, window)
  if (whole.scale >= UNREADABLE) return whole
  return pan(
    { x: MARGIN, y: (window.height - picture.height * READABLE) / 2, scale: READABLE },
    STILL,
    picture,
    window,
  )
}

const STILL = { x: 0, y: 0 }

/** The point of the picture that lies at x and y of the window stays there. */
export function zoomAt(view: View, factor: number, x: number, y: number): View {
  const scale = clamp(view.scale * factor)
  const grown = scale / view.scale
  return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown }
}

/** Moved, but never so far that nothing of the picture is left to be seen. */
export function pan(
  view: View,
  by: { readonly x: number; readonly y: number },
  picture: Size,
  window: Size,
): View {
  const least = 2 * MARGIN
  const within = (at: number, length: number, room: number) =>
    Math.min(room - least, Math.max(least - length * view.scale, at))
  return {
    scale: view.scale,
    x: within(view.x + by.x, picture.width, window.width),
    y: within(view.y + by.y, picture.height, window.height),
  }
}
