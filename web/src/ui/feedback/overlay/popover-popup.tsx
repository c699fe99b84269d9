import { Popover as Base } from '@base-ui/react/popover'
import { Fragment, useState, type ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import type { PopupProps } from './popup-props.ts'
import styles from './popover-popup.module.css'
import popup from './popup.module.css'

interface PopoverPopupProps extends PopupProps {
  readonly children: ReactNode
}

/** The open popover; `PopoverButton` loads it on first use. */
export function PopoverPopup({
  anchor,
  label,
  isOpen,
  onOpenChange,
  side,
  align,
  children,
}: PopoverPopupProps) {
  // If it is opened again before the closing animation ends, the content would keep its state, including a
  // failed load.
  const [opening, setOpening] = useState({ isOpen, count: 0 })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, count: opening.count + (isOpen ? 1 : 0) })
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} modal>
      <Base.Portal>
        <Base.Positioner
          className={popup['positioner']}
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
        >
          <Base.Popup
            className={classNames(popup['popup'], styles['popover'])}
            aria-label={label}
            finalFocus={anchor}
          >
            <Fragment key={opening.count}>{children}</Fragment>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
