/** The position of a picture in its window: moved by x and y px, then scaled from its top left corner. */
export interface View {
  readonly x: number
  readonly y: number
  /** 1 is the original size */
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const MIN_SCALE = 0.1
const MAX_SCALE = 8
/** Scale below which the labels of a diagram are not readable, and at which they are. */
const UNREADABLE = 0.5
const READABLE = 0.75
/** Margin around a picture that is shown completely, px. */
const MARGIN = 16

const clamp = (scale: number) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))

/** Fits the whole picture, centred, and never larger than its size. */
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

/** Returns the initial view: the whole picture if it is readable then, otherwise its beginning. */
export function opening(picture: Size, window: Size): View {
  const fitted = fit(picture, window)
  if (fitted.scale >= UNREADABLE) return fitted
  return pan(
    { x: MARGIN, y: (window.height - picture.height * READABLE) / 2, scale: READABLE },
    STILL,
    picture,
    window,
  )
}

const STILL = { x: 0, y: 0 }

/** Zooms while the point of the picture at x and y of the window stays in place. */
export function zoomAt(view: View, factor: number, x: number, y: number): View {
  const scale = clamp(view.scale * factor)
  const grown = scale / view.scale
  return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown }
}

/** Moves the view, but never so far that the picture is out of view. */
export function pan(
  view: View,
  by: { readonly x: number; readonly y: number },
  picture: Size,
  window: Size,
): View {
  const least = 2 * MARGIN
  const within = (coordinate: number, length: number, room: number) =>
    Math.min(room - least, Math.max(least - length * view.scale, coordinate))
  return {
    scale: view.scale,
    x: within(view.x + by.x, picture.width, window.width),
    y: within(view.y + by.y, picture.height, window.height),
  }
}
