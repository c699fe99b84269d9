import mermaid from 'mermaid'
import { useSyncExternalStore } from 'react'

/** The roles that a diagram is painted with, by the names that Mermaid's base theme has for them. */
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

/** The theme of the page: a diagram is a picture, which has to be drawn anew in the colours of another. */
export function useThemeOfPage(): string | undefined {
  return useSyncExternalStore(onThemeChange, () => document.documentElement.dataset['theme'])
}

/** Colours have to be given as values: the diagram becomes a picture, which knows nothing of the page's variables. */
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
 * Renders in an element that is laid out and neither seen nor part of the page's flow. By itself Mermaid measures at the
 * end of the body, which makes the document taller than the window.
 */
async function renderOutOfFlow(id: string, code: string): Promise<{ readonly svg: string }> {
  const frame = document.createElement('div')
  Object.assign(frame.style, { position: 'fixed', inset: '0', overflow: 'hidden', visibility: 'hidden' })
  frame.style.pointerEvents = 'none'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  try {
    return await mermaid.render(id, code, frame)
  } finally {
    frame.remove()
  }
}

/** A drawn diagram. */
export interface DrawnDiagram {
  readonly svg: string
  /** what it was drawn for, in px; undefined when Mermaid does not say */
  readonly width: number | undefined
  readonly height: number | undefined
}

/**
 * Draws Mermaid in the colours that the page has now. Rejects with an error whose message says what does not parse.
 * Show the picture as an image: nothing in an image can run, fetch or reach the page, whatever the model wrote and
 * whatever slipped through Mermaid's own sanitizer.
 *
 * @param id of the element that Mermaid draws in; letters, digits and hyphens
 */
export async function drawDiagram(id: string, code: string): Promise<DrawnDiagram> {
  configure()
  const { svg } = await renderOutOfFlow(id, code)
  // Mermaid lets a picture fill its place, which makes small diagrams huge.
  const [, width, height] = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return {
    svg,
    width: width === undefined ? undefined : Math.ceil(Number(width)),
    height: height === undefined ? undefined : Math.ceil(Number(height)),
  }
}
