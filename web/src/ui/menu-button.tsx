import { lazy, Suspense, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import type { MenuGroup } from './overlay/menu-popup.tsx'

export type { MenuGroup } from './overlay/menu-popup.tsx'

/** What a button that opens something has to carry. */
interface OpenerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'menu' | 'dialog'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
  readonly onPointerEnter: () => void
}

interface OpenerOwnProps {
  /** what opens, in words */
  readonly label: string
  /** the button: spread what it is given on a Button, a Chip or an IconButton */
  readonly renderOpener: (props: OpenerProps) => ReactElement
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
}

const importMenu = async () => ({ default: (await import('./overlay/menu-popup.tsx')).MenuPopup })
const importPopover = async () => ({ default: (await import('./overlay/popover-popup.tsx')).PopoverPopup })
const MenuPopup = lazy(importMenu)
const PopoverPopup = lazy(importPopover)

/** Opens on press; what opens is fetched when the pointer comes near or at the first press. */
function useOpener(kind: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const props: OpenerProps = {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onClick: () => {
      setWasOpened(true)
      setIsOpen(!isOpen)
    },
    onPointerEnter: () => void load(),
  }
  return { props, wasOpened, popup: { anchor, isOpen, onOpenChange: setIsOpen } }
}

export interface MenuButtonProps extends OpenerOwnProps {
  readonly groups: readonly MenuGroup[]
}

export function MenuButton({
  label,
  renderOpener,
  groups,
  side = 'bottom',
  align = 'start',
}: MenuButtonProps) {
  const { props, wasOpened, popup } = useOpener('menu', importMenu)
  return (
    <>
      {renderOpener(props)}
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuPopup {...popup} label={label} side={side} align={align} groups={groups} />
        </Suspense>
      )}
    </>
  )
}

export interface PopoverButtonProps extends OpenerOwnProps {
  readonly children: ReactNode
}

export function PopoverButton({
  label,
  renderOpener,
  side = 'bottom',
  align = 'start',
  children,
}: PopoverButtonProps) {
  const { props, wasOpened, popup } = useOpener('dialog', importPopover)
  return (
    <>
      {renderOpener(props)}
      {wasOpened && (
        <Suspense fallback={null}>
          <PopoverPopup {...popup} label={label} side={side} align={align}>
            {children}
          </PopoverPopup>
        </Suspense>
      )}
    </>
  )
}
