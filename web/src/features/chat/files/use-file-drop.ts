import { useEffect } from 'react'
import type { Composer } from '../store/composer.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Attaches files that are dropped anywhere on the page, unless an element handles them itself. */
export function useFileDrop(composer: Composer, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      composer.attach([...(event.dataTransfer?.files ?? [])])
      composer.focus()
    }
    globalThis.addEventListener('dragover', allow)
    globalThis.addEventListener('drop', drop)
    return () => {
      globalThis.removeEventListener('dragover', allow)
      globalThis.removeEventListener('drop', drop)
    }
  }, [composer, isOn])
}
