import type { PresenceCanvas } from './painter.ts'

/** Matches software renderers, for which the 2D painter is several times cheaper. */
const SOFTWARE_RENDERER = /swiftshader|llvmpipe|softpipe|basic render/i

export function contextOf(
  canvas: PresenceCanvas,
  attributes?: WebGLContextAttributes,
): WebGL2RenderingContext | null {
  // Both kinds of canvas have this overload; the union of their signatures hides it.
  return (canvas as OffscreenCanvas).getContext('webgl2', attributes)
}

/**
 * Returns true if a real GPU draws. Tested on a temporary canvas, because one with a WebGL context can never
 * provide a 2D one.
 */
export function hasHardwareGl(canvas: PresenceCanvas): boolean {
  const gl = contextOf(canvas, { failIfMajorPerformanceCaveat: true })
  if (!gl) return false
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !SOFTWARE_RENDERER.test(renderer)
}
