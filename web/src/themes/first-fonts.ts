/**
 * Longest wait for fonts, in ms. A network that needs longer shows the words in the fallback faces first, whose metrics
 * are close.
 */
const FONT_LIMIT_MS = 1000

/** The roles that the first page is set in, with their weights. */
const ROLES = [
  ['--font-text', 400],
  ['--font-display', 600],
] as const

/** Resolves when the first words can be drawn in the theme's own faces, so that nothing moves when those arrive. */
export async function firstFonts(): Promise<void> {
  const style = getComputedStyle(document.documentElement)
  const faces = ROLES.map(([role, weight]) =>
    document.fonts.load(`${weight} 1rem ${style.getPropertyValue(role)}`),
  )
  const limit = new Promise((resolve) => {
    setTimeout(resolve, FONT_LIMIT_MS)
  })
  await Promise.race([Promise.allSettled(faces), limit])
}
