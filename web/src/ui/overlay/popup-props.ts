import type { RefObject } from 'react'

/** Where something that opens stands, and who is told. */
export interface PopupProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly side: 'top' | 'bottom'
  readonly align: 'start' | 'center' | 'end'
}
