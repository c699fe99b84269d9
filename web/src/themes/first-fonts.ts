/**
 * Longest wait for fonts, in ms. On a network that needs longer the page keeps the fallback faces until it is loaded
 * again: a face that came later would move the words.
 */
const FONT_LIMIT_MS = 1000

/** The roles that the first page is set in, with their weights. */
const ROLES = [
  ['--font-text', 400],
  ['--font-display', 600],
] as const

/** Resolves when the first words can be drawn: in the theme's own faces, or in the fallbacks for as long as the page lives. */
export async function firstFonts(): Promise<void> {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const faces = ROLES.map(([role, weight]) => {
    // The theme's own face comes first; of the fallbacks behind it a machine has only some.
    const [own] = style.getPropertyValue(role).split(',')
    return document.fonts.load(`${weight} 1rem ${own}`)
  })
  const came = Promise.all(faces).then(
    () => true,
    () => false,
  )
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, FONT_LIMIT_MS, false)
  })
  if (!(await Promise.race([came, late]))) root.dataset['faces'] = 'fallback'
}
