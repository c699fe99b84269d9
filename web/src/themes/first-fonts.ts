/**
 * Time limit for fonts, in ms. On slower networks the page uses the fallback fonts until it is loaded again,
 * because a later change would move the text.
 */
const FONT_LIMIT_MS = 1000

/** The fonts of the initial page, with their weights. */
const ROLES = [
  ['--font-text', 400],
  ['--font-display', 600],
] as const

/**
 * Resolves when the first text can be rendered: in the theme's own fonts, or in the fallbacks for the
 * lifetime of the page.
 */
export async function firstFonts(): Promise<void> {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const faces = ROLES.map(([role, weight]) => {
    // The first font is the theme's own; of the fallbacks only some exist on a machine.
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
