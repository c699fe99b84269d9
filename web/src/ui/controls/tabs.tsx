import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
}

export interface TabsProps<Id extends string> {
  /** the purpose of the tabs, for assistive technology */
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** the panel of the selected tab */
  readonly children: ReactNode
}

/** Visible part of the next tab in a scrolling row, in px. */
const NEIGHBOUR_PX = 32

/** Arrow keys move and select at once; Tab moves into the panel. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: Id) => `${id}${tab}`

  useEffect(() => {
    const row = list.current
    const tab = document.getElementById(`${id}${selected}`)
    if (!row || !tab) return
    const [view, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    // A long row scrolls to the selected tab, with part of the next one visible.
    if (tabBox.right > view.right) row.scrollLeft += tabBox.right - view.right + NEIGHBOUR_PX
    else if (tabBox.left < view.left) row.scrollLeft -= view.left - tabBox.left + NEIGHBOUR_PX
  }, [id, selected])

  function move(event: KeyboardEvent): void {
    const current = tabs.findIndex((tab) => tab.id === selected)
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus()
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles['list']}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab.id)}
            className={styles['tab']}
            aria-selected={tab.id === selected}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* The panel itself is focusable, so that the keyboard can scroll it. */}
      <div
        className={styles['panel']}
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={tabId(selected)}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}
