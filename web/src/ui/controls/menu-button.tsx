import { use, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import type { MenuGroup } from '../feedback/overlay/menu-popup.tsx'
import { LoadFailureContext, useLazyCode } from '../use-lazy-code.ts'

export type { MenuGroup } from '../feedback/overlay/menu-popup.tsx'

/** The attributes of a button that opens something. */
interface OpenerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'menu' | 'dialog'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
  readonly onPointerEnter: () => void
}

interface OpenerOwnProps {
  /** accessible name of the popup */
  readonly label: string
  /** the button: spread its argument on a Button, a Chip or an IconButton */
  readonly renderOpener: (props: OpenerProps) => ReactElement
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
}

const importMenu = () => import('../feedback/overlay/menu-popup.tsx')
const importPopover = () => import('../feedback/overlay/popover-popup.tsx')

/**
 * Opens on press; the code is loaded on hover or at the first press. After a failed load it stays closed with
 * a notice, and the next press loads it again.
 */
function useOpener<Code>(kind: 'menu' | 'dialog', load: () => Promise<Code>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const showFailure = use(LoadFailureContext)
  const code = useLazyCode(load, isOpen, () => {
    setIsOpen(false)
    showFailure()
  })
  const props: OpenerProps = {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onClick: () => setIsOpen(!isOpen),
    onPointerEnter: () => void load().catch(() => {}),
  }
  return { props, code, popup: { anchor, isOpen, onOpenChange: setIsOpen } }
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
  const { props, code, popup } = useOpener('menu', importMenu)
  return (
    <>
      {renderOpener(props)}
      {code && <code.MenuPopup {...popup} label={label} side={side} align={align} groups={groups} />}
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
  const { props, code, popup } = useOpener('dialog', importPopover)
  return (
    <>
      {renderOpener(props)}
      {code && (
        <code.PopoverPopup {...popup} label={label} side={side} align={align}>
          {children}
        </code.PopoverPopup>
      )}
    </>
  )
}
