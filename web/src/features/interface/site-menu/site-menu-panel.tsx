import { Dialog as Base } from '@base-ui/react/dialog'
import {
  ChevronDown,
  ChevronRight,
  CreditCard,
  CircleQuestionMark,
  History,
  House,
  Info,
  LogIn,
  LogOut,
  MessageSquare,
  Server,
  Settings,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from '#ui/display/icon.tsx'
import { useBackCloses } from '#ui/feedback/overlay/use-back-closes.ts'
import styles from './site-menu-panel.module.css'

const ICONS = {
  dashboard: House,
  chat: MessageSquare,
  history: History,
  explore: Users,
  settings: Settings,
  server: Server,
  plans: CreditCard,
  profile: User,
  help: CircleQuestionMark,
  about: Info,
  'log-in': LogIn,
  'log-out': LogOut,
} as const satisfies Record<string, LucideIcon>

export interface SiteMenuEntry {
  readonly id: keyof typeof ICONS
  readonly label: string
  /** target URL, for links */
  readonly href?: string
  /** what it opens takes the focus; by default the opener of the menu gets it back */
  readonly takesFocus?: boolean
  readonly onSelect: () => void
}

export interface SiteMenuPanelProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** gets the focus back */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly entries: readonly SiteMenuEntry[]
  /** controls with their labels */
  readonly tools: readonly { readonly label: string; readonly control: ReactNode }[]
  readonly more: { readonly label: string; readonly content: ReactNode }
}

/** Covers a small screen below the header, and is attached to the header on a larger one. */
export function SiteMenuPanel({ label, isOpen, onClose, opener, entries, tools, more }: SiteMenuPanelProps) {
  useBackCloses(isOpen, true, onClose)
  const isFocusTaken = useRef(false)
  useEffect(() => {
    if (isOpen) isFocusTaken.current = false
  }, [isOpen])
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          className={styles['panel']}
          aria-label={label}
          finalFocus={() => !isFocusTaken.current && opener.current}
        >
          <nav aria-label={label}>
            <ul>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Entry
                    entry={entry}
                    onSelect={() => {
                      isFocusTaken.current = entry.takesFocus ?? false
                      entry.onSelect()
                    }}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles['tools']}>
            {tools.map((tool) => (
              <div key={tool.label} className={styles['tool']}>
                <span>{tool.label}</span>
                {tool.control}
              </div>
            ))}
            <details className={styles['more']}>
              <summary className={styles['summary']}>
                <span className={styles['label']}>{more.label}</span>
                <Icon of={ChevronDown} size="s" />
              </summary>
              {more.content}
            </details>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface EntryProps {
  readonly entry: SiteMenuEntry
  readonly onSelect: () => void
}

function Entry({ entry: { id, label, href }, onSelect }: EntryProps) {
  const inside = (
    <>
      <Icon of={ICONS[id]} />
      <span className={styles['label']}>{label}</span>
      <Icon of={ChevronRight} size="s" />
    </>
  )
  if (href === undefined) {
    return (
      <button type="button" className={styles['entry']} onClick={onSelect}>
        {inside}
      </button>
    )
  }
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onSelect()
  }
  return (
    <a className={styles['entry']} href={href} onClick={follow}>
      {inside}
    </a>
  )
}
