import { type DragEvent, useEffect, useState } from 'react'

/** The type of what is dragged from a list; its data can be read at the drop only, its type always. */
const MEDIA_TYPE = 'application/x-vee-items'

/** Conversations or meetings that are dragged from a list. */
export interface DraggedItems {
  readonly kind: 'conversation' | 'meeting'
  /** at least one */
  readonly ids: readonly string[]
}

/** What was dropped on a project. */
export type Dropped = DraggedItems | { readonly kind: 'file'; readonly files: readonly File[] }

type Transfer = Pick<DataTransfer, 'types' | 'getData' | 'files'>

/** Puts items into a drag that begins. */
export function dragItems({ dataTransfer }: DragEvent, items: DraggedItems): void {
  dataTransfer.setData(MEDIA_TYPE, JSON.stringify(items))
  dataTransfer.effectAllowed = 'move'
}

/** Whether a drag holds items of a list, or files. */
export const canDrop = ({ types }: Pick<Transfer, 'types'>): boolean =>
  types.includes(MEDIA_TYPE) || types.includes('Files')

/** Returns what was dropped; undefined for anything else, such as the items of another program. */
export function droppedIn(transfer: Transfer): Dropped | undefined {
  if (transfer.types.includes('Files'))
    return transfer.files.length > 0 ? { kind: 'file', files: [...transfer.files] } : undefined
  try {
    const { kind, ids } = Object(JSON.parse(transfer.getData(MEDIA_TYPE)))
    const isKnown = kind === 'conversation' || kind === 'meeting'
    if (!isKnown || !Array.isArray(ids) || ids.length === 0) return undefined
    return { kind, ids: ids.filter((id) => typeof id === 'string') }
  } catch {
    return undefined
  }
}

/** Returns true while something that can be dropped is dragged over the page. */
export function useIsDragging(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const begin = ({ dataTransfer }: globalThis.DragEvent) => {
      if (dataTransfer && canDrop(dataTransfer)) setDragging(true)
    }
    const end = () => setDragging(false)
    // Files leave the window without an end.
    const leave = ({ relatedTarget }: globalThis.DragEvent) => {
      if (relatedTarget === null) end()
    }
    document.addEventListener('dragenter', begin)
    document.addEventListener('dragleave', leave)
    document.addEventListener('dragend', end)
    document.addEventListener('drop', end)
    return () => {
      document.removeEventListener('dragenter', begin)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('dragend', end)
      document.removeEventListener('drop', end)
    }
  }, [])
  return isDragging
}
