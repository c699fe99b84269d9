import type { RefObject } from 'react'

/** Position and callbacks of a popup. */
export interface PopupProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'center' | 'end'
}
