import { PanelRightOpen } from 'lucide-react'
import { Suspense, use, useEffect, useId, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { drawDiagram, type DrawnDiagram, useThemeOfPage } from '#lib/files/draw-diagram.ts'
import { Button } from '#ui/controls/button.tsx'
import { LazyImageViewer } from '../files/viewer/lazy-viewers.ts'
import { asFencedBlock, OpenBesideContext } from '../open-beside.ts'
import { DiagramPlace } from './diagram-place.tsx'
import styles from './diagram.module.css'

type Drawing =
  | { readonly kind: 'drawing' }
  | ({ readonly kind: 'drawn'; readonly address: string } & Pick<DrawnDiagram, 'width' | 'height'>)
  | { readonly kind: 'failed'; readonly reason: string }

interface DiagramProps {
  readonly code: string
  /** the code block; shown below the diagram, and with the reason when it cannot be drawn */
  readonly source: ReactNode
}

/**
 * Renders a Mermaid diagram as an image: an image cannot run, fetch or reach anything, even if malicious
 * markup passed Mermaid's own sanitizer.
 */
export function Diagram(props: DiagramProps) {
  const theme = useThemeOfPage()
  return <ThemedDiagram key={theme} {...props} />
}

/** Draws a diagram once, in the current colours of the page. */
function ThemedDiagram({ code, source }: DiagramProps) {
  const t = useTexts('chat')
  const id = `diagram-${useId().replaceAll(/\W/g, '')}`
  const openBeside = use(OpenBesideContext)
  const [isOpen, setOpen] = useState(false)
  const [drawing, setDrawing] = useState<Drawing>({ kind: 'drawing' })

  useEffect(() => {
    let address: string | undefined
    let isWanted = true
    drawDiagram(id, code).then(
      ({ svg, width, height }) => {
        if (!isWanted) return
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setDrawing({ kind: 'drawn', address, width, height })
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

  if (drawing.kind === 'drawing') return <DiagramPlace />
  if (drawing.kind === 'drawn') {
    return (
      <figure className={styles['diagram']}>
        <button type="button" className={styles['open']} onClick={() => setOpen(true)}>
          {/* With both, its place is known before the picture is decoded. */}
          <img src={drawing.address} width={drawing.width} height={drawing.height} alt={t('diagram.alt')} />
        </button>
        {isOpen && (
          <Suspense>
            <LazyImageViewer
              title={t('diagram.alt')}
              alt={t('diagram.alt')}
              address={drawing.address}
              fileName="diagram.svg"
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
        <div className={styles['foot']}>
          <details>
            <summary>{t('diagram.source')}</summary>
            {source}
          </details>
          {openBeside && (
            <Button
              size="compact"
              variant="quiet"
              icon={PanelRightOpen}
              aria-label={t('openBeside')}
              onClick={() => openBeside(asFencedBlock('mermaid', code))}
            >
              {t('diagram.open')}
            </Button>
          )}
        </div>
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
