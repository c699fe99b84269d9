/** Red, green and blue in 0..1. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** The presence's colours in a theme (roles `--presence-*`). */
export interface Palette {
  readonly strand: Rgb
  readonly film: Rgb
  readonly glint: Rgb
  readonly deep: Rgb
  /** true: ink on paper; false: light on dark */
  readonly ink: boolean
  /** 0..1, maximum tint under text */
  readonly wash: number
  /** CSS pixels of a character cell; 0 draws smoothly */
  readonly cell: number
}

const WHITE: Rgb = [1, 1, 1]

/**
 * Parses a computed colour of a browser: `rgb(1 2 3)`, `rgb(1, 2, 3)`, `color(srgb 0.1 0.2 0.3)`, `#rrggbb`.
 */
export function parseColour(text: string): Rgb {
  const colour = text.trim()
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (hex) return rgb(hex.slice(1).map((channel) => Number.parseInt(channel, 16) / 255))
  const numbers = colour.match(/-?(?:\d+(?:\.\d+)?|\.\d+)/g)?.map(Number) ?? []
  if (colour.startsWith('color(srgb')) return rgb(numbers)
  if (colour.startsWith('rgb')) return rgb(numbers.map((channel) => channel / 255))
  return WHITE
}

function rgb([red = 1, green = 1, blue = 1]: readonly number[]): Rgb {
  return [red, green, blue]
}

/** How much of the colour of the agent that speaks is in the strand and in the film, 0..1. */
const TINT = { strand: 0.8, film: 0.5 }

/** Reads the palette. `role` returns the value of a custom property; `tint` is the one of the agent that speaks. */
export function readPalette(role: (name: string) => string, tint?: string): Palette {
  const colour = tint === undefined ? undefined : parseColour(role(`--${tint}`))
  const tinted = (from: Rgb, fraction: number) => (colour ? mixColours(from, colour, fraction) : from)
  const amount = (name: string) => Number.parseFloat(role(name)) || 0
  return {
    strand: tinted(parseColour(role('--presence-strand')), TINT.strand),
    film: tinted(parseColour(role('--presence-film')), TINT.film),
    glint: parseColour(role('--presence-glint')),
    deep: parseColour(role('--presence-deep')),
    ink: amount('--presence-ink') > 0,
    wash: amount('--presence-wash'),
    cell: amount('--presence-cell'),
  }
}

export function mixColours(from: Rgb, to: Rgb, fraction: number): Rgb {
  const between = (a: number, b: number) => a + (b - a) * fraction
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])]
}

function byte(channel: number): number {
  return Math.round(channel * 255)
}

/** Returns a CSS colour with that opacity (0..1). */
export function cssColour([red, green, blue]: Rgb, opacity: number): string {
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)} / ${opacity.toFixed(3)})`
}
