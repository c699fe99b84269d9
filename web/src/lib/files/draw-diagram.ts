import mermaid from 'mermaid'
import { useSyncExternalStore } from 'react'
import { escapeLabelMarkup } from './escape-label-markup.ts'

/** The roles used in diagrams, by their names in Mermaid's base theme. */
const THEME_ROLES = {
  background: '--surface-base',
  primaryColor: '--surface-raised',
  primaryBorderColor: '--border-control',
  primaryTextColor: '--text-primary',
  secondaryColor: '--accent-soft',
  secondaryTextColor: '--on-accent-soft',
  tertiaryColor: '--surface-sunken',
  tertiaryTextColor: '--text-primary',
  lineColor: '--border-control',
  textColor: '--text-primary',
  noteBkgColor: '--surface-overlay',
  noteTextColor: '--text-primary',
} as const

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/**
 * Returns the theme of the page: a diagram is an image, which has to be rendered again in the colours of
 * another theme.
 */
export function useThemeOfPage(): string | undefined {
  return useSyncExternalStore(onThemeChange, () => document.documentElement.dataset['theme'])
}

/**
 * Configures Mermaid with literal colours: the diagram becomes an image, which has no access to CSS
 * variables.
 */
function configure(): void {
  const style = getComputedStyle(document.documentElement)
  const themeVariables = Object.fromEntries(
    Object.entries(THEME_ROLES).map(([name, role]) => [name, style.getPropertyValue(role).trim()]),
  )
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'sans-serif',
    themeVariables: { ...themeVariables, fontFamily: 'sans-serif' },
  })
}

/**
 * Renders in an element that has a layout but is invisible and out of flow. Mermaid's own container at the
 * end of the body would make the document taller than the window.
 */
async function renderOutOfFlow(id: string, code: string): Promise<{ readonly svg: string }> {
  const frame = document.createElement('div')
  Object.assign(frame.style, { position: 'fixed', inset: '0', overflow: 'hidden', visibility: 'hidden' })
  frame.style.pointerEvents = 'none'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  try {
    return await mermaid.render(id, escapeLabelMarkup(code), frame)
  } finally {
    frame.remove()
  }
}

/** A rendered diagram. */
export interface DrawnDiagram {
  readonly svg: string
  /** its natural width in px; undefined if Mermaid does not return it */
  readonly width: number | undefined
  readonly height: number | undefined
}

/**
 * Renders Mermaid in the current colours of the page. Rejects with an error whose message describes the
 * syntax error. The result must be shown as an image: nothing in an image can run, fetch or access the page,
 * even if it passed Mermaid's own sanitizer.
 * @param id of the element that Mermaid renders into; letters, digits and hyphens
 */
export async function drawDiagram(id: string, code: string): Promise<DrawnDiagram> {
  configure()
  const { svg } = await renderOutOfFlow(id, code)
  // Mermaid scales diagrams to their container, which makes small ones huge.
  const [, width, height] = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return {
    svg,
    width: width === undefined ? undefined : Math.ceil(Number(width)),
    height: height === undefined ? undefined : Math.ceil(Number(height)),
  }
}
