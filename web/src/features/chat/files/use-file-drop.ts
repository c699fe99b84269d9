import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Composer } from '../store/composer.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Attaches files that are dropped anywhere on the page, unless an element handles them itself. A drop never makes the browser leave
 * the page. `canAttach`: whether the agent takes files; undefined while that is not known, which the files await.
 */
export function useFileDrop(composer: Composer, canAttach: boolean | undefined): void {
  const waiting = useRef<readonly File[]>([])
  // Before the page is painted: what is visible takes files.
  useLayoutEffect(() => {
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (canAttach === undefined) waiting.current = [...waiting.current, ...files]
      else if (canAttach) attach(composer, files)
    }
    globalThis.addEventListener('dragover', allow)
    globalThis.addEventListener('drop', drop)
    return () => {
      globalThis.removeEventListener('dragover', allow)
      globalThis.removeEventListener('drop', drop)
    }
  }, [composer, canAttach])
  useEffect(() => {
    if (canAttach === undefined) return
    const files = waiting.current
    waiting.current = []
    if (canAttach && files.length > 0) attach(composer, files)
  }, [composer, canAttach])
}

function attach(composer: Composer, files: readonly File[]): void {
  composer.attach(files)
  composer.focus()
}
