import { PanelRightOpen, Volume2, X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import styles from './panel-frame.module.css'
import type { PanelStore } from './panel-store.ts'

interface PanelFrameProps {
  readonly store: PanelStore
  readonly title: string
  readonly agentLabel: string
  readonly isAwaitingTts: boolean
  /** for a panel that is gone when it is closed; undefined for one that can be opened again */
  readonly onDismiss?: (() => void) | undefined
  readonly children: ReactNode
}

/**
 * Sets attributes on the grid of the conversation; `:has()` would make each word of a reply expensive.
 * Returns a function that removes them.
 */
function tellGrid(grid: HTMLElement, isOpen: boolean, isInFront: boolean): () => void {
  grid.dataset['panel'] = isInFront ? 'front' : 'back'
  grid.toggleAttribute('data-panel-open', isOpen)
  return () => {
    delete grid.dataset['panel']
    grid.removeAttribute('data-panel-open')
  }
}

/**
 * The place of an agent's main content: next to the conversation on wide screens, where it can be closed;
 * instead of it on narrow ones, with a switch above. Its two parts are cells of the conversation's grid.
 */
export function PanelFrame({
  store,
  title,
  agentLabel,
  isAwaitingTts,
  onDismiss,
  children,
}: PanelFrameProps) {
  const t = useTexts('panel')
  const { isOpen, isInFront } = useStore(store.state)
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const grid = panel.current?.parentElement
    return grid ? tellGrid(grid, isOpen, isInFront) : undefined
  }, [isOpen, isInFront])

  function openBeside(): void {
    store.setOpen(true)
    requestAnimationFrame(() => panel.current?.focus())
  }

  return (
    <>
      <PanelSwitch
        title={title}
        isInFront={isInFront}
        onTalk={onDismiss ?? (() => store.setInFront(false))}
        onPanel={() => store.setInFront(true)}
      />
      {!isOpen && (
        <div className={styles['opener']}>
          <Button size="compact" icon={PanelRightOpen} onClick={openBeside}>
            {t('open', { title })}
          </Button>
        </div>
      )}
      <section
        ref={panel}
        className={classNames(styles['panel'], !isOpen && styles['closed'])}
        data-panel={isInFront ? 'front' : 'back'}
        aria-label={title}
        tabIndex={-1}
      >
        <PanelHeader
          title={title}
          isAwaitingTts={isAwaitingTts}
          onClose={onDismiss ?? (() => store.setOpen(false))}
        />
        <div className={styles['content']}>
          <div className={styles['front']}>
            <VisuallyHidden as="h1">{agentLabel}</VisuallyHidden>
            <VisuallyHidden as="h2">{title}</VisuallyHidden>
          </div>
          {children}
        </div>
      </section>
    </>
  )
}

interface PanelSwitchProps extends Pick<PanelFrameProps, 'title'> {
  readonly isInFront: boolean
  readonly onTalk: () => void
  readonly onPanel: () => void
}

/** On narrow screens: shows the conversation or the panel. */
function PanelSwitch({ title, isInFront, onTalk, onPanel }: PanelSwitchProps) {
  const t = useTexts('panel')
  return (
    <div className={styles['switch']} role="group" aria-label={t('switch')}>
      <button type="button" className={styles['side']} aria-pressed={!isInFront} onClick={onTalk}>
        {t('talk')}
      </button>
      <button type="button" className={styles['side']} aria-pressed={isInFront} onClick={onPanel}>
        {title}
      </button>
    </div>
  )
}

interface PanelHeaderProps extends Pick<PanelFrameProps, 'title' | 'isAwaitingTts'> {
  readonly onClose: () => void
}

function PanelHeader({ title, isAwaitingTts, onClose }: PanelHeaderProps) {
  const t = useTexts('panel')
  return (
    <header className={styles['header']}>
      <h2 className={styles['title']}>{title}</h2>
      {isAwaitingTts && (
        <span className={styles['awaiting']}>
          <Icon of={Volume2} size="s" />
          {t('awaitingVoice')}
        </span>
      )}
      <IconButton
        icon={X}
        label={t('close')}
        size="compact"
        tooltipSide="below"
        className={styles['close']}
        onClick={onClose}
      />
    </header>
  )
}
