import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from '../../class-names.ts'
import { IconButton } from '../../controls/icon-button.tsx'
import styles from './dialog-popup.module.css'
import { useBackCloses } from './use-back-closes.ts'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** label of the closing button */
  readonly closeLabel: string
  readonly size?: 'small' | 'medium' | 'large'
  /** false: only its content can close it */
  readonly isClosable?: boolean
  /** receives the focus on opening, instead of the result of `placeToBegin` */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** the buttons, the cancelling one first, the main one last */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

const CONTROLS = 'input, select, textarea, button, a[href], summary, [tabindex="0"]'
const TEXT_FIELDS =
  'textarea, input:is(:not([type]), [type=text], [type=search], [type=email], [type=password])'

/**
 * Returns the element that receives the focus when a dialog opens: its first field, unless that opens an
 * on-screen keyboard; in a confirmation the cancelling button; otherwise the dialog itself, whose title is
 * then read, without the tooltip of the closing button over the text.
 */
function placeToBegin(
  popup: HTMLElement | null,
  body: HTMLElement | null,
  footer: HTMLElement | null,
): HTMLElement | null {
  const first = body?.querySelector<HTMLElement>(CONTROLS)
  if (!first) return footer?.querySelector('button') ?? popup
  const hasKeys = !globalThis.matchMedia('(pointer: coarse)').matches
  return hasKeys && first.matches(TEXT_FIELDS) ? first : popup
}

/** The dialog itself; `Dialog` loads it on first use. */
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
  useBackCloses(isOpen, isClosable, onClose)
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLElement>(null)
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
            ref={popup}
            className={classNames(styles['popup'], styles[size])}
            initialFocus={initialFocus ?? (() => placeToBegin(popup.current, body.current, buttons.current))}
          >
            <header className={styles['header']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              {isClosable && (
                <Base.Close render={<IconButton icon={X} label={closeLabel} tooltipSide="below" />} />
              )}
            </header>
            <div ref={body} className={styles['body']}>
              {description && (
                <Base.Description className={styles['description']}>{description}</Base.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer ref={buttons} className={styles['footer']}>
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
