import { columnPart, COLUMNS, hash, LIGHT, MASK, SOUND, STRANDS, strandHeight } from '../geometry.ts'
import { glowRadiusPx } from '../initial-visuals.ts'
import { clamp01 } from '../values.ts'
import {
  glowOf,
  lightOf,
  type FlatContext,
  type Painter,
  type Picture,
  type PresenceCanvas,
} from './painter.ts'
import { cssColour, mixColours, type Rgb } from './palette.ts'
import { paintGlints } from './flat-water.ts'

/** Soft light is drawn on a surface smaller by this factor and scaled up, which blurs it. */
const SOFT_SHRINK = 4
const GRADIENT_STOPS = 24
/** The middle strand is the most visible, the outer ones fade. */
const STRAND_WEIGHTS = [0.5, 0.72, 1, 0.72, 0.5]
const STRAND_WIDTH_PX = 1.4
/**
 * Soft light around the strands: width in glow radii, opacity, every n-th strand. Three steps look like a
 * continuous slope.
 */
const HALO = [
  [3, 0.048, 2],
  [1.9, 0.055, 2],
  [0.9, 0.13, 1],
] as const
/** Share of a character cell that is dark between cells. */
const CELL_GAP = 0.17

/**
 * Draws with the 2D context, for machines without a GPU. Film and glow are drawn on a small surface and
 * scaled up; strands and glints on top; in a terminal theme everything on a surface with one pixel per
 * character cell.
 */
export class FlatPainter implements Painter {
  readonly kind = '2d'
  readonly #canvas: PresenceCanvas
  readonly #context: FlatContext
  readonly #small: Surface

  private constructor(canvas: PresenceCanvas, context: FlatContext, smallSurface: Surface) {
    this.#canvas = canvas
    this.#context = context
    this.#small = smallSurface
  }

  static create(canvas: PresenceCanvas): FlatPainter | undefined {
    const context = contextOf(canvas)
    const small = createSurface()
    return context && small ? new FlatPainter(canvas, context, small) : undefined
  }

  paint(picture: Picture): void {
    const { width, height } = this.#canvas
    const context = this.#context
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalCompositeOperation = 'source-over'
    context.clearRect(0, 0, width, height)
    if (picture.palette.cell > 0) {
      this.#paintCells(picture)
      return
    }
    const soft = prepare(this.#small, width / SOFT_SHRINK, height / SOFT_SHRINK)
    soft.setTransform(picture.scale / SOFT_SHRINK, 0, 0, picture.scale / SOFT_SHRINK, 0, 0)
    paintSoft(soft, picture)
    context.imageSmoothingEnabled = true
    context.imageSmoothingQuality = 'high'
    context.drawImage(this.#small.canvas, 0, 0, width, height)
    context.setTransform(picture.scale, 0, 0, picture.scale, 0, 0)
    paintCrisp(context, picture, STRAND_WIDTH_PX)
  }

  #paintCells(picture: Picture): void {
    const { width, height } = this.#canvas
    const cell = Math.max(2, Math.round(picture.palette.cell * picture.scale))
    const columns = Math.ceil(width / cell)
    const rows = Math.ceil(height / cell)
    const cells = prepare(this.#small, columns, rows)
    cells.setTransform(picture.scale / cell, 0, 0, picture.scale / cell, 0, 0)
    paintSoft(cells, picture)
    paintCrisp(cells, picture, picture.palette.cell * 0.8)
    const context = this.#context
    context.imageSmoothingEnabled = false
    context.drawImage(this.#small.canvas, 0, 0, columns, rows, 0, 0, columns * cell, rows * cell)
    const gap = Math.max(1, Math.round(cell * CELL_GAP))
    for (let x = 0; x < width; x += cell) context.clearRect(x, 0, gap, height)
    for (let y = 0; y < height; y += cell) context.clearRect(0, y, width, gap)
  }
}

interface Surface {
  readonly canvas: PresenceCanvas
  readonly context: FlatContext
}

function contextOf(canvas: PresenceCanvas): FlatContext | null {
  // Both kinds of canvas have this overload; the union of their signatures hides it.
  return (canvas as OffscreenCanvas).getContext('2d')
}

function createSurface(): Surface | undefined {
  const canvas =
    typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(1, 1)
  const context = contextOf(canvas)
  return context ? { canvas, context } : undefined
}

/** Resizes and clears the surface. */
function prepare({ canvas, context }: Surface, width: number, height: number): FlatContext {
  const columns = Math.max(1, Math.ceil(width))
  const rows = Math.max(1, Math.ceil(height))
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns
    canvas.height = rows
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, columns, rows)
  return context
}

/** Returns a gradient along the width with the brightness of the membrane. */
function litGradient(
  context: FlatContext,
  picture: Picture,
  colour: Rgb,
  opacity: number,
  power = 1,
): CanvasGradient {
  const gradient = context.createLinearGradient(0, 0, picture.width, 0)
  for (let stop = 0; stop <= GRADIENT_STOPS; stop++) {
    const column = Math.round((stop / GRADIENT_STOPS) * (COLUMNS - 1))
    const light = Math.min(1.3, columnPart(picture.field, LIGHT, column)) ** power
    const sound = 1 + 0.5 * columnPart(picture.field, SOUND, column)
    gradient.addColorStop(stop / GRADIENT_STOPS, cssColour(colour, clamp01(opacity * light * sound)))
  }
  return gradient
}

function paintSoft(context: FlatContext, picture: Picture): void {
  const { palette, values } = picture
  const film = mixColours(palette.film, palette.glint, clamp01(values.warmth - 0.35) * 0.7)
  const light = lightOf(picture)
  const glow = glowOf(picture)
  context.globalCompositeOperation = palette.ink ? 'source-over' : 'lighter'
  paintAir(context, picture, film, Math.min(palette.wash, 0.06 + 0.2 * light + 0.12 * glow))

  context.fillStyle = litGradient(
    context,
    picture,
    film,
    palette.ink ? 0.05 + 0.1 * light : 0.05 + 0.11 * light,
  )
  for (let strand = 0; strand < STRANDS - 1; strand++) {
    context.beginPath()
    traceStrand(context, picture, strand, false)
    for (let column = COLUMNS - 1; column >= 0; column -= 2) {
      context.lineTo(
        columnX(picture, column),
        picture.waterLine + strandHeight(picture.field, strand + 1, column),
      )
    }
    context.fill()
  }

  const radius = glowRadiusPx(glow)
  context.lineJoin = 'round'
  for (const [width, opacity, step] of HALO) {
    context.lineWidth = radius * width
    for (let strand = 0; strand < STRANDS; strand += step) {
      const weight = STRAND_WEIGHTS[strand] ?? 1
      context.strokeStyle = litGradient(context, picture, film, opacity * weight * (0.3 + glow))
      context.beginPath()
      traceStrand(context, picture, strand, true)
      context.stroke()
    }
  }
}

/**
 * Draws the membrane's light into the air above and, less far, into the water; limited under text by the
 * theme, and faded out at the edges.
 */
function paintAir(context: FlatContext, picture: Picture, colour: Rgb, opacity: number): void {
  const { width, waterLine, amplitude } = picture
  const reach = Math.max(1, Math.min(width * 0.46, amplitude * 6))
  const rise = Math.max(1, Math.min(waterLine, amplitude + 30 + 50 * glowOf(picture)))
  for (const height of [rise, -rise / 2]) {
    context.save()
    context.translate(width / 2, waterLine)
    context.scale(reach, height)
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1)
    for (let stop = 0; stop <= 6; stop++) {
      const out = stop / 6
      gradient.addColorStop(out, cssColour(colour, opacity * (1 - out) ** 2))
    }
    context.fillStyle = gradient
    context.fillRect(-1, -1, 2, 1)
    context.restore()
  }
}

function paintCrisp(context: FlatContext, picture: Picture, strandWidth: number): void {
  const { palette, values } = picture
  const strandColour = mixColours(palette.strand, palette.glint, clamp01(values.warmth - 0.4) * 0.8)
  context.globalCompositeOperation = palette.ink ? 'source-over' : 'lighter'
  paintGlints(context, picture)
  context.lineJoin = 'round'
  // A round cap would extend into the next cell, and close the gap between two dashes.
  context.lineCap = palette.cell > 0 ? 'butt' : 'round'
  context.lineWidth = strandWidth
  const brightness = 0.45 + 0.55 * lightOf(picture)
  for (let strand = 0; strand < STRANDS; strand++) {
    const weight = STRAND_WEIGHTS[strand] ?? 1
    context.strokeStyle = litGradient(context, picture, strandColour, weight * brightness)
    context.beginPath()
    traceStrand(context, picture, strand, true)
    context.stroke()
  }
  if (picture.detail === 2) paintMotes(context, picture, strandColour)
}

function columnX(picture: Picture, column: number): number {
  return (column / (COLUMNS - 1)) * picture.width
}

/** Adds a strand to the path without its masked parts (dashes, the gap of an error). */
function traceStrand(context: FlatContext, picture: Picture, strand: number, masked: boolean): void {
  let isDown = false
  for (let column = 0; column < COLUMNS; column++) {
    if (masked && columnPart(picture.field, MASK, column) < 0.4) {
      isDown = false
      continue
    }
    const x = columnX(picture, column)
    const y = picture.waterLine + strandHeight(picture.field, strand, column)
    if (isDown) context.lineTo(x, y)
    else context.moveTo(x, y)
    isDown = true
  }
}

const MAX_MOTES = 36
const MOTE_PX = 1.8

/** Draws motes, which rise slowly from the membrane and fade. */
function paintMotes(context: FlatContext, picture: Picture, colour: Rgb): void {
  const { cell } = picture.palette
  const size = Math.max(MOTE_PX, cell)
  // A mote fills one cell instead of parts of four.
  const snap = (coordinate: number) => (cell > 0 ? Math.floor(coordinate / cell) * cell : coordinate)
  for (let mote = 0; mote < MAX_MOTES * picture.values.particleActivity; mote++) {
    const life = (hash(mote + 31) + picture.seconds * (0.012 + 0.014 * hash(mote + 3))) % 1
    const drift = Math.sin(picture.seconds * 0.4 + mote * 2.1) * 6
    const x = picture.width / 2 + (hash(mote + 7) - 0.5) * Math.min(picture.width * 0.7, 760) + drift
    const y = picture.waterLine + picture.amplitude * (0.3 - life * 1.4)
    context.fillStyle = cssColour(colour, 0.6 * Math.sin(life * Math.PI) * (0.35 + 0.65 * hash(mote + 57)))
    context.fillRect(snap(x), snap(y), size, size)
  }
}
