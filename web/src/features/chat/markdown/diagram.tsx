import mermaid from 'mermaid'
import { useEffect, useId, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import styles from './diagram.module.css'

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

/** The width that a picture was drawn for, in px. Mermaid lets it fill its place, which makes small diagrams huge. */
function widthOf(svg: string): number | undefined {
  const width = /viewBox="\S+ \S+ ([\d.]+) /.exec(svg)?.[1]
  return width === undefined ? undefined : Math.ceil(Number(width))
}

type Drawing =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly address: string; readonly width: number | undefined }
  | { readonly kind: 'failed'; readonly reason: string }

interface DiagramProps {
  readonly code: string
  /** the code block; shown until the diagram is drawn, and with the reason when it cannot be */
  readonly source: ReactNode
}

/**
 * A Mermaid diagram. Its picture is shown as an image: nothing in an image can run, fetch or reach the page, whatever
 * the model wrote and whatever slipped through Mermaid's own sanitizer.
 */
export function Diagram(props: DiagramProps) {
  const theme = useSyncExternalStore(onThemeChange, () => document.documentElement.dataset['theme'])
  return <ThemedDiagram key={theme} {...props} />
}

/** Drawn once, in the colours that the page has then. */
function ThemedDiagram({ code, source }: DiagramProps) {
  const t = useTexts('chat')
  const id = `diagram-${useId().replaceAll(/\W/g, '')}`
  const [drawing, setDrawing] = useState<Drawing>({ kind: 'drawing' })

  useEffect(() => {
    let address: string | undefined
    let isWanted = true
    configure()
    mermaid.render(id, code).then(
      ({ svg }) => {
        if (!isWanted) return
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setDrawing({ kind: 'drawn', address, width: widthOf(svg) })
      },
      (error: unknown) => {
        if (isWanted)
          setDrawing({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      isWanted = false
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [code, id])

  if (drawing.kind === 'drawing') return source
  if (drawing.kind === 'drawn') {
    return (
      <figure className={styles['diagram']}>
        <img src={drawing.address} width={drawing.width} alt={t('diagram.alt')} />
        <details>
          <summary>{t('diagram.source')}</summary>
          {source}
        </details>
      </figure>
    )
  }
  return (
    <>
      {source}
      <p className={styles['failure']}>{t('diagram.failed')}</p>
      <pre className={styles['reason']}>{drawing.reason}</pre>
    </>
  )
}
