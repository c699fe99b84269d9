import { columnPart, COLUMNS, LIGHT, MASK, STRANDS, strandHeight } from '../geometry.ts'
import { glowOf, type Picture } from './painter.ts'
import { cssColour, mixColours } from './palette.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A glint lies on every n-th column. */
const STRIDE = 4
const POINTS = COLUMNS / STRIDE
const ROWS_IN_FULL = 15
const ROWS_AT_LEAST = 8

/**
 * The mirror of the light on still water: broken rows that follow the membrane near the surface and lie flat, longer and
 * wider, with depth.
 */
export function paintWater(context: Context, picture: Picture): void {
  const { palette, waterLine, height } = picture
  const glow = glowOf(picture)
  const reach = Math.min(height - waterLine, 60 + 110 * glow)
  const rows = picture.detail > 0 ? ROWS_IN_FULL : ROWS_AT_LEAST
  const colour = mixColours(palette.glint, palette.film, 0.3)
  context.lineCap = 'round'
  for (let row = 0; row < rows; row++) {
    const share = (row + 0.5) / rows
    const depth = 5 + reach * share ** 1.5
    const opacity = (0.16 + 0.4 * glow) * (1 - share) ** 1.3
    context.lineWidth = Math.max(palette.cell * 0.7, 1 + 2.6 * share)
    context.strokeStyle = rowGradient(
      context,
      picture,
      (column) => {
        const light = columnPart(picture.field, LIGHT, column)
        return opacity * Math.min(1, light) ** 1.8 * (0.35 + 0.65 * columnPart(picture.field, MASK, column))
      },
      colour,
    )
    context.beginPath()
    traceRow(context, picture, row, depth)
    context.stroke()
  }
}

function rowGradient(
  context: Context,
  picture: Picture,
  opacityAt: (column: number) => number,
  colour: Parameters<typeof cssColour>[0],
): CanvasGradient {
  const gradient = context.createLinearGradient(0, 0, picture.width, 0)
  for (let stop = 0; stop <= 16; stop++) {
    const column = Math.round((stop / 16) * (COLUMNS - 1))
    gradient.addColorStop(stop / 16, cssColour(colour, opacityAt(column)))
  }
  return gradient
}

function traceRow(context: Context, picture: Picture, row: number, depth: number): void {
  const { seconds, width, waterLine } = picture
  const follows = Math.exp(-depth / 42)
  const swing = 1 + depth * 0.035
  const stretch = 34 + depth * 0.9
  let isDown = false
  for (let point = 0; point <= POINTS; point++) {
    const column = Math.min(COLUMNS - 1, point * STRIDE)
    const x = (column / (COLUMNS - 1)) * width
    const fromMiddle = x - width / 2
    // Three slow waves that never meet again at the same place stand in for noise.
    const noise =
      Math.sin(fromMiddle / stretch + row * 2.4 + seconds * 0.31) +
      Math.sin(fromMiddle / (stretch * 0.43) - row * 1.7 - seconds * 0.23) +
      0.7 * Math.sin(fromMiddle / (stretch * 2.3) + row * 4.1 + seconds * 0.17)
    if (noise < 0.15) {
      isDown = false
      continue
    }
    const y =
      waterLine +
      depth +
      deepest(picture, column) * follows +
      swing * Math.sin(fromMiddle / 41 + row * 1.3 + seconds * 0.8)
    if (isDown) context.lineTo(x, y)
    else context.moveTo(x, y)
    isDown = true
  }
}

/** How far the membrane hangs into the water there; an arch is mirrored. */
function deepest({ field }: Picture, column: number): number {
  let lowest = Number.NEGATIVE_INFINITY
  for (let strand = 0; strand < STRANDS; strand++)
    lowest = Math.max(lowest, strandHeight(field, strand, column))
  return Math.abs(lowest)
}
