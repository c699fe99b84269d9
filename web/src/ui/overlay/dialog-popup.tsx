import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import styles from './dialog-popup.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** what the closing button says */
  readonly closeLabel: string
  readonly size?: 'small' | 'medium' | 'large'
  /** false: only what is inside can end it */
  readonly isClosable?: boolean
  /** gets the focus at the opening; else the first control does */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** the buttons, the main one last */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/** The dialog itself; `Dialog` loads it when one is first opened. */
export function DialogPopup({
  isOpen,
  onClose,
  title,
  description,
  closeLabel,
  size = 'medium',
  isClosable = true,
  initialFocus,
  footer,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={!isClosable}
      onOpenChange={(open, details) => {
        if (open) return
        if (isClosable) onClose()
        else details.cancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Viewport className={styles['viewport']}>
          <Base.Popup
            className={classNames(styles['popup'], styles[size])}
            {...(initialFocus && { initialFocus })}
          >
            <header className={styles['header']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              {isClosable && (
                <Base.Close render={<IconButton icon={X} label={closeLabel} tooltipSide="below" />} />
              )}
            </header>
            <div className={styles['body']}>
              {description && (
                <Base.Description className={styles['description']}>{description}</Base.Description>
              )}
              {children}
            </div>
            {footer && <footer className={styles['footer']}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
