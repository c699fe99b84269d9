import type { VisualValues } from '../values.ts'
import type { Palette } from './palette.ts'

/** The data of one frame. */
export interface Picture {
  readonly field: Float32Array<ArrayBuffer>
  /** CSS pixels */
  readonly width: number
  readonly height: number
  /** CSS pixels from the top to the water */
  readonly waterLine: number
  /** maximum distance of a strand from the water line, in CSS pixels */
  readonly amplitude: number
  /** canvas pixels per CSS pixel */
  readonly scale: number
  readonly seconds: number
  readonly values: VisualValues
  readonly palette: Palette
  /** 0..1, additional light of an accent */
  readonly burst: number
  /** 0..1, from the theme */
  readonly effectIntensity: number
  readonly detail: 0 | 1 | 2
}

export type PresenceCanvas = HTMLCanvasElement | OffscreenCanvas

export type FlatContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export interface Painter {
  readonly kind: 'webgl2' | '2d'
  paint(picture: Picture): void
}

/** Returns the brightness of the light: the theme's effect intensity never disables it. */
export function lightOf({ values, effectIntensity }: Picture): number {
  return values.intensity * (0.55 + 0.45 * effectIntensity)
}

export function glowOf({ values, effectIntensity, burst }: Picture): number {
  return Math.min(1, values.glowIntensity * (0.4 + 0.6 * effectIntensity) + burst * 0.6)
}
