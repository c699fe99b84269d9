import { useEffect, useId, useState } from 'react'
import { drawDiagram, useThemeOfPage } from '#lib/files/draw-diagram.ts'
import type { Size } from './view-box.ts'

export type Drawing =
  | { readonly kind: 'drawing' }
  | {
      readonly kind: 'drawn'
      readonly source: string
      readonly svg: string
      readonly address: string
      readonly size: Size
    }
  | { readonly kind: 'failed'; readonly source: string; readonly error: string }

/** Used if Mermaid does not return the size of the picture, px. */
const SIZE_UNKNOWN: Size = { width: 800, height: 600 }

/** Returns the rendered source in the page's colours; the previous one remains until the next is ready. */
export function useDrawing(source: string): Drawing {
  const id = `design-${useId().replaceAll(/\W/g, '')}`
  const theme = useThemeOfPage()
  const [drawing, setDrawing] = useState<Drawing>({ kind: 'drawing' })

  useEffect(() => {
    let address: string | undefined
    let isWanted = true
    drawDiagram(id, source).then(
      ({ svg, width = SIZE_UNKNOWN.width, height = SIZE_UNKNOWN.height }) => {
        // In the colours of the previous theme: the next drawing is already running.
        if (!isWanted || document.documentElement.dataset['theme'] !== theme) return
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setDrawing({ kind: 'drawn', source, svg, address, size: { width, height } })
      },
      (error: unknown) => {
        if (!isWanted) return
        setDrawing({ kind: 'failed', source, error: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      isWanted = false
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [id, source, theme])

  return drawing
}
