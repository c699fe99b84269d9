import { use, useRef, useState, type ReactElement, type RefObject } from 'react'
import type { MenuGroup } from '../feedback/overlay/menu-popup.tsx'
import { LoadFailureContext, useLazyCode } from '../use-lazy-code.ts'

export type { MenuGroup } from '../feedback/overlay/menu-popup.tsx'

/** The attributes of the button that opens the menu. */
interface OpenerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: () => void
  readonly onPointerEnter: () => void
}

export interface MenuButtonProps {
  /** accessible name of the menu */
  readonly label: string
  /** the button: spread its argument on a Button, a Chip or an IconButton */
  readonly renderOpener: (props: OpenerProps) => ReactElement
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  readonly groups: readonly MenuGroup[]
}

const importMenu = () => import('../feedback/overlay/menu-popup.tsx')

/**
 * Opens a menu on press; the code is loaded on hover or at the first press. After a failed load it stays closed with
 * a notice, and the next press loads it again.
 */
export function MenuButton({
  label,
  renderOpener,
  groups,
  side = 'bottom',
  align = 'start',
}: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const showFailure = use(LoadFailureContext)
  const code = useLazyCode(importMenu, isOpen, () => {
    setIsOpen(false)
    showFailure()
  })
  return (
    <>
      {renderOpener({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(!isOpen),
        onPointerEnter: () => void importMenu().catch(() => {}),
      })}
      {code && (
        <code.MenuPopup
          anchor={anchor}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          label={label}
          side={side}
          align={align}
          groups={groups}
        />
      )}
    </>
  )
}
