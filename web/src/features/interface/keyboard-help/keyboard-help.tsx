import { useTexts } from '#i18n/index.ts'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Kbd } from '#ui/display/kbd.tsx'
import styles from './keyboard-help.module.css'

/** The keyboard shortcuts with their descriptions. */
const KEYS = [
  ['talk', ['Space']],
  ['stop', ['Esc']],
  ['send', ['Enter']],
  ['newLine', ['Shift', 'Enter']],
  ['editLast', ['↑']],
  ['newConversation', ['Ctrl', 'Shift', 'O']],
  ['sidebar', ['Ctrl', 'B']],
  ['palette', ['Ctrl', 'K']],
  ['field', ['/']],
  ['mute', ['M']],
  ['help', ['?']],
] as const

export function KeyboardHelp(dialogOptions: DialogOptions) {
  const t = useTexts('commands')
  const common = useTexts('common')
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
  const nameOf: Readonly<Record<string, string>> = { Space: t('keys.space'), ...(isApple && { Ctrl: '⌘' }) }
  return (
    <Dialog isOpen {...dialogOptions} title={t('keys.title')} closeLabel={common('close')}>
      <dl className={styles['keys']}>
        {KEYS.map(([id, keys]) => (
          <div key={id} className={styles['row']}>
            <dt className={styles['combination']}>
              {keys.map((key) => (
                <Kbd key={key}>{nameOf[key] ?? key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${id}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
