import { clamp01 } from '../values.ts'
import { columnPart, COLUMNS, LIGHT, MASK, SOUND, strandHeight } from '../geometry.ts'
import { glowOf, type FlatContext, type Picture } from './painter.ts'
import { cssColour, mixColours } from './palette.ts'

const GRADIENT_STOPS = 16
/** A glint is drawn through every n-th column. */
const STRIDE = 3
const ROWS_IN_FULL = 18
const ROWS_AT_LEAST = 9
/** A mirror image on moving water is flatter than its original. */
const MIRROR = 0.7

/**
 * Draws the light on still water: rows of glints with pointed ends, which follow the mirrored membrane near
 * the surface and become flatter, longer and wider with depth.
 */
export function paintGlints(context: FlatContext, picture: Picture): void {
  const { waterLine, height } = picture
  const glow = glowOf(picture)
  const reach = Math.min(height - waterLine, 70 + 120 * glow)
  const rows = picture.detail > 0 ? ROWS_IN_FULL : ROWS_AT_LEAST
  for (let row = 0; row < rows; row++) {
    const fraction = (row + 0.6) / rows
    const opacity = (0.22 + 0.5 * glow) * (1 - fraction) ** 1.2
    context.fillStyle = rowGradient(context, picture, opacity, fraction)
    context.beginPath()
    traceRow(context, picture, { row, depth: 4 + reach * fraction ** 1.6, thickness: 0.8 + 2.2 * fraction })
    context.fill()
  }
}

/** @param fraction 0..1, depth of the row: the light takes on the colour of that depth */
function rowGradient(
  context: FlatContext,
  picture: Picture,
  opacity: number,
  fraction: number,
): CanvasGradient {
  const { field, palette, width } = picture
  const colour = mixColours(mixColours(palette.glint, palette.film, 0.3), palette.deep, 0.5 * fraction)
  const gradient = context.createLinearGradient(0, 0, width, 0)
  for (let stop = 0; stop <= GRADIENT_STOPS; stop++) {
    const column = Math.round((stop / GRADIENT_STOPS) * (COLUMNS - 1))
    const light = Math.min(1.1, columnPart(field, LIGHT, column)) ** 1.9
    const shown = 0.35 + 0.65 * columnPart(field, MASK, column)
    const sound = 1 + 0.6 * columnPart(field, SOUND, column)
    gradient.addColorStop(stop / GRADIENT_STOPS, cssColour(colour, clamp01(opacity * light * shown * sound)))
  }
  return gradient
}

interface WaterRow {
  readonly row: number
  /** CSS pixels below the water line */
  readonly depth: number
  /** CSS pixels of half a glint at its maximum */
  readonly thickness: number
}

function traceRow(context: FlatContext, picture: Picture, { row, depth, thickness }: WaterRow): void {
  const { seconds, width, waterLine, palette } = picture
  const follows = Math.exp(-depth / 46) * MIRROR
  const swing = 0.8 + depth * 0.03
  const stretch = 30 + depth * 0.75
  const least = palette.cell * 0.4
  let glint: Edge[] = []
  for (let column = 0; column < COLUMNS; column += STRIDE) {
    const x = (column / (COLUMNS - 1)) * width
    const across = x - width / 2
    // Three slow waves with incommensurable periods approximate noise.
    const noise =
      Math.sin(across / stretch + row * 2.4 + seconds * 0.31) +
      Math.sin(across / (stretch * 0.43) - row * 1.7 - seconds * 0.23) +
      0.7 * Math.sin(across / (stretch * 2.3) + row * 4.1 + seconds * 0.17)
    if (noise <= 0) {
      traceGlint(context, glint)
      glint = []
      continue
    }
    const mirrored = Math.abs(strandHeight(picture.field, 2, column)) * follows
    const y = waterLine + depth + mirrored + swing * Math.sin(across / 41 + row * 1.3 + seconds * 0.8)
    glint.push({ x, y, half: Math.max(least, thickness * Math.min(1, noise)) })
  }
  traceGlint(context, glint)
}

interface Edge {
  readonly x: number
  readonly y: number
  readonly half: number
}

/** Adds the outline of a glint: along the upper edge and back along the lower one. */
function traceGlint(context: FlatContext, edges: readonly Edge[]): void {
  const [first] = edges
  if (!first || edges.length < 3) return
  context.moveTo(first.x, first.y)
  for (const { x, y, half } of edges) context.lineTo(x, y - half)
  for (const { x, y, half } of edges.toReversed()) context.lineTo(x, y + half)
  context.closePath()
}
