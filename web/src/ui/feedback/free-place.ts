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
const STEP = 16

export const overlaps = (one: Box, other: Box, gap = 0): boolean =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap

const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y))

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
    for (let y = top; y + size.height + MARGIN / 2 <= window.height; y += STEP) {
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
