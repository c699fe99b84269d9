import { FlatPainter } from './paint/flat-painter.ts'
import { hasHardwareGl } from './paint/gl-context.ts'
import type { Painter, PresenceCanvas } from './paint/painter.ts'
import type { PresenceStart } from './presence-start.ts'
import type { FrameClock } from './frame-clock.ts'
import type { VisualVariables } from './initial-visuals.ts'
import { PresenceScene } from './scene.ts'

/** `auto` uses a real GPU if there is one; `2d` never does; `webgl2` accepts even a software renderer. */
export type PainterChoice = 'auto' | '2d' | 'webgl2'

export interface PictureListener {
  /**
   * The GPU was lost or is too slow: a canvas with a WebGL context never provides a 2D one, so the owner creates
   * a new canvas.
   */
  readonly onGiveUp: () => void
  readonly onVariables: (variables: VisualVariables) => void
}

function scratchCanvas(): PresenceCanvas {
  return typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(1, 1)
}

/** Loads the painter for the GPU only if there is one. */
async function choosePainter(canvas: PresenceCanvas, choice: PainterChoice): Promise<Painter | undefined> {
  const wantsGl = choice === 'webgl2' || (choice === 'auto' && hasHardwareGl(scratchCanvas()))
  if (!wantsGl) return FlatPainter.create(canvas)
  const { GlPainter } = await import('./paint/gl-painter.ts')
  return GlPainter.create(canvas) ?? FlatPainter.create(canvas)
}

/** Opens a scene on that canvas; undefined if the canvas has no usable context. */
export async function openScene(
  canvas: PresenceCanvas,
  choice: PainterChoice,
  start: PresenceStart,
  clock: FrameClock,
  { onGiveUp, onVariables }: PictureListener,
): Promise<PresenceScene | undefined> {
  const painter = await choosePainter(canvas, choice)
  if (!painter) return undefined
  const isGl = painter.kind === 'webgl2'
  if (isGl) canvas.addEventListener('webglcontextlost', onGiveUp, { once: true })
  return new PresenceScene(canvas, painter, start, clock, {
    onTooDear: () => {
      if (isGl) onGiveUp()
    },
    onVariables,
  })
}
