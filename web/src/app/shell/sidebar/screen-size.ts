type ScreenSize = 'small' | 'medium' | 'large' | 'xlarge'

/**
 * The first width that is too large for a class, in CSS pixels; the stylesheets have the same breakpoints.
 */
const SIZE_LIMITS: readonly (readonly [ScreenSize, number])[] = [
  ['small', 640],
  ['medium', 1024],
  ['large', 1536],
]

export function screenSizeOf(width: number): ScreenSize {
  return SIZE_LIMITS.find(([, limit]) => width < limit)?.[0] ?? 'xlarge'
}
