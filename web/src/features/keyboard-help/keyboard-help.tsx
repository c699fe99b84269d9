import { useTexts } from '#i18n/index.ts'
import { Dialog, type DialogManner } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import styles from './keyboard-help.module.css'

/** The keys, as they are called on the keyboard, and what each does. */
const KEYS = [
  ['talk', ['Space']],
  ['stop', ['Esc']],
  ['send', ['Enter']],
  ['newLine', ['Shift', 'Enter']],
  ['editLast', ['↑']],
  ['palette', ['Ctrl', 'K']],
  ['field', ['/']],
  ['mute', ['M']],
  ['help', ['?']],
] as const

export function KeyboardHelp(manner: DialogManner) {
  const t = useTexts('commands')
  const common = useTexts('common')
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <Dialog isOpen {...manner} title={t('keys.title')} closeLabel={common('close')}>
      <dl className={styles['keys']}>
        {KEYS.map(([id, keys]) => (
          <div key={id} className={styles['row']}>
            <dt className={styles['combination']}>
              {keys.map((key) => (
                <Kbd key={key}>{key === 'Ctrl' && isApple ? '⌘' : key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${id}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
