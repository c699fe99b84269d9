/** A rectangle in CSS pixels of the window. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Distance from the window's edges, and between toasts and controls. */
const MARGIN = 16
const GAP = 4
/** Distance between the heights that are tried. */
const HEIGHT_STEP = 16

export const overlaps = (a: Box, b: Box, gap = 0): boolean =>
  a.x < b.x + b.width + gap &&
  b.x < a.x + a.width + gap &&
  a.y < b.y + b.height + gap &&
  b.y < a.y + a.height + gap

const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

const coveredOf = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + overlapOf(box, other), 0)

interface Page {
  readonly controls: readonly Box[]
  /** what is read: covered only where no other place is free of controls */
  readonly texts: readonly Box[]
  /** the first height that is tried */
  readonly top: number
}

/** How much worse it is to cover a control than a text. */
const CONTROL_WEIGHT = 1_000

/**
 * Returns the top left corner at which a box covers no control and the least text: as near to the top right as possible.
 */
export function freePlace(
  size: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
  { controls, texts, top }: Page,
): Pick<Box, 'x' | 'y'> {
  const right = Math.max(MARGIN, window.width - size.width - MARGIN)
  const columns = [...new Set([right, Math.max(MARGIN, Math.round((window.width - size.width) / 2)), MARGIN])]
  let best = { x: right, y: top }
  let least = Infinity
  for (const x of columns) {
    for (let y = top; y + size.height + MARGIN / 2 <= window.height; y += HEIGHT_STEP) {
      const box = { x, y, ...size }
      const near = controls.some((control) => overlaps(box, control, GAP)) ? 1 : 0
      const covered = CONTROL_WEIGHT * (near + coveredOf(box, controls)) + coveredOf(box, texts)
      if (covered === 0) return { x, y }
      if (covered < least) {
        least = covered
        best = { x, y }
      }
    }
  }
  return best
}
