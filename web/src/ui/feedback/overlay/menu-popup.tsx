import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { Fragment, useRef, type MouseEvent } from 'react'
import type { PopupProps } from './popup-props.ts'
import { classNames } from '../../class-names.ts'
import { Icon } from '../../display/icon.tsx'
import styles from './menu-popup.module.css'
import popup from './popup.module.css'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: LucideIcon
  /** its keyboard shortcut */
  readonly keys?: string
  /** makes it one of several options; omit it for an action */
  readonly isChecked?: boolean
  readonly isDisabled?: boolean
  readonly isDanger?: boolean
  /** the language of the label, if it is not that of the page */
  readonly lang?: string
  /** navigates there; `onSelect` replaces the browser's own navigation for a plain click */
  readonly href?: string
  readonly onSelect?: () => void
}

export interface MenuGroup {
  readonly label?: string
  readonly items: readonly MenuItem[]
}

interface MenuPopupProps extends PopupProps {
  readonly groups: readonly MenuGroup[]
}

/** Returns whether the selected action has moved the focus already, for example into a text field. */
function isElsewhere(menu: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && !menu?.contains(activeElement)
}

/** The open menu; `MenuButton` loads it on first use. */
export function MenuPopup({ anchor, label, isOpen, onOpenChange, side, align, groups }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          className={popup['positioner']}
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
        >
          <Base.Popup
            className={classNames(popup['popup'], styles['menu'])}
            aria-label={label}
            finalFocus={() => (isElsewhere(menu.current) ? false : anchor.current)}
            ref={menu}
          >
            {groups.map((group, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- groups have no identity beyond their place
              <Fragment key={index}>
                {index > 0 && <Base.Separator className={styles['separator']} />}
                <Base.Group>
                  {group.label && (
                    <Base.GroupLabel className={styles['heading']}>{group.label}</Base.GroupLabel>
                  )}
                  {group.items.map((item) => (
                    <Item key={item.id} item={item} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ item }: { readonly item: MenuItem }) {
  const className = classNames(styles['item'], item.isDanger && styles['danger'])
  if (item.href !== undefined) {
    const follow = (event: MouseEvent) => {
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
      if (!isPlain || !item.onSelect) return
      event.preventDefault()
      item.onSelect()
    }
    return (
      <Base.LinkItem className={className} href={item.href} onClick={follow} closeOnClick>
        <ItemText item={item} />
      </Base.LinkItem>
    )
  }
  if (item.isChecked !== undefined) {
    return (
      <Base.CheckboxItem
        className={className}
        checked={item.isChecked}
        disabled={item.isDisabled ?? false}
        closeOnClick
        onCheckedChange={() => item.onSelect?.()}
      >
        <ItemText item={item} />
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item className={className} disabled={item.isDisabled ?? false} onClick={() => item.onSelect?.()}>
      <ItemText item={item} />
    </Base.Item>
  )
}

function ItemText({ item }: { readonly item: MenuItem }) {
  return (
    <>
      {item.icon && <Icon of={item.icon} />}
      <span className={styles['text']} lang={item.lang}>
        {item.label}
        {item.hint && <small className={styles['hint']}>{item.hint}</small>}
      </span>
      {item.isChecked && <Icon of={Check} className={styles['check']} />}
      {item.keys && <span className={styles['keys']}>{item.keys}</span>}
    </>
  )
}
