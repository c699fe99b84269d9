import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './toast-region.module.css'
import type { Toast, ToastStore } from './toast-store.ts'
import { useFreePlace } from './use-free-place.ts'
import toneStyles from '../display/tone.module.css'
import { TONE_ICONS } from '../tone.ts'
import { VisuallyHidden } from '../display/visually-hidden.tsx'

export interface ToastWords {
  /** accessible name of the region */
  readonly region: string
  readonly dismiss: string
  /** the label of the type, before the title */
  readonly types: Readonly<Record<Toast['type'], string>>
}

export interface ToastRegionProps {
  readonly store: ToastStore
  readonly words: ToastWords
}

/** Always mounted, so that assistive technology announces new toasts. */
export function ToastRegion({ store, words }: ToastRegionProps) {
  const toasts = useSyncExternalStore(store.subscribe, store.toasts)
  const region = useRef<HTMLElement>(null)

  // A dismissed toast loses the focus without an event.
  useEffect(() => {
    if (!region.current?.matches(':hover, :focus-within')) store.resume()
  })

  useFreePlace(region, toasts)

  function resumeWhenLeft(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) store.resume()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only pauses the times while someone reads
    <section
      ref={region}
      className={styles['region']}
      aria-label={words.region}
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={store.pause}
      onPointerLeave={store.resume}
      onFocus={store.pause}
      onBlur={resumeWhenLeft}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} words={words} onDismiss={() => store.dismiss(toast.id)} />
      ))}
    </section>
  )
}

interface ToastItemProps {
  readonly toast: Toast
  readonly words: ToastWords
  readonly onDismiss: () => void
}

function ToastItem({ toast, words, onDismiss }: ToastItemProps) {
  const isUrgent = toast.type === 'error'
  return (
    <div
      className={classNames(styles['toast'], toneStyles[toast.type], toast.isLeaving && styles['leaving'])}
      role={isUrgent ? 'alert' : undefined}
    >
      <Icon of={TONE_ICONS[toast.type]} className={styles['icon']} />
      <div className={styles['text']}>
        <p className={styles['title']}>
          <VisuallyHidden>{words.types[toast.type]}: </VisuallyHidden>
          {toast.title}
        </p>
        {toast.message && <div className={styles['message']}>{toast.message}</div>}
      </div>
      <IconButton icon={X} label={words.dismiss} tooltipSide="below" onClick={onDismiss} />
    </div>
  )
}
