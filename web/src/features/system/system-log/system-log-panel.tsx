import { Download, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { systemLog, type SystemLog, type LogEntry } from '#lib/log.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { downloadText } from '#lib/files/download-text.ts'
import styles from './system-log-panel.module.css'

export interface SystemLogPanelProps {
  readonly log?: SystemLog
  readonly onClose: () => void
}

/** Shows recent events, newest first, live. */
export function SystemLogPanel({ log = systemLog, onClose }: SystemLogPanelProps) {
  const t = useTexts('log')
  const common = useTexts('common')
  const language = useLanguage()
  const entries = useSyncExternalStore(log.subscribe, log.entries)
  const heading = useRef<HTMLHeadingElement>(null)
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      className={styles['panel']}
      aria-label={t('title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className={styles['header']}>
        <h2 ref={heading} className={styles['title']} tabIndex={-1}>
          {t('title')}
        </h2>
        <Button
          variant="quiet"
          size="compact"
          icon={Download}
          disabled={entries.length === 0}
          onClick={() => downloadText('vee-system-log.txt', logAsText(entries))}
        >
          {common('download')}
        </Button>
        <Button
          variant="quiet"
          size="compact"
          icon={Trash2}
          disabled={entries.length === 0}
          onClick={() => log.clear()}
        >
          {t('clear')}
        </Button>
        <IconButton icon={X} size="compact" label={common('close')} onClick={onClose} />
      </header>
      {entries.length === 0 ? (
        <p className={styles['empty']}>{t('empty')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area has to be reachable by key
        <ol className={styles['entries']} tabIndex={0} aria-label={t('entries')}>
          {entries.map(({ id, time, level, message, details }) => (
            <li key={id} className={styles['entry']}>
              <time dateTime={time.toISOString()} className={styles['time']}>
                {clock.format(time)}
              </time>
              <b className={classNames(styles['level'], styles[level])}>{level}</b>
              <span className={styles['message']}>{message}</span>
              {details !== undefined && <small className={styles['details']}>{details}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Returns one line per entry, newest first, with indented details. */
export function logAsText(entries: readonly LogEntry[]): string {
  const lines = entries.map(({ time, level, message, details }) => {
    const line = `${time.toISOString()} ${level.padEnd(7)} ${message}`
    return details === undefined ? line : `${line}\n    ${details.replaceAll('\n', '\n    ')}`
  })
  return `${lines.join('\n')}\n`
}
