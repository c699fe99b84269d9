import { Search } from 'lucide-react'
import { Fragment, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Kbd } from '#ui/display/kbd.tsx'
import styles from './command-palette.module.css'
import { rankCommands, type PaletteCommand } from './rank-commands.ts'
import { isComposing } from '#lib/is-composing.ts'

const keepInView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

export interface CommandPaletteProps extends DialogOptions {
  readonly commands: readonly PaletteCommand[]
  /** text typed before the field was mounted; read when it has the focus */
  readonly takeTyped: () => string
}

/** All commands by name: type, select with the arrows, Enter. */
export function CommandPalette({ commands, takeTyped, ...dialogOptions }: CommandPaletteProps) {
  const t = useTexts('commands')
  const common = useTexts('common')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const matches = rankCommands(commands, typed)
  const current = matches[chosen]

  function runCommand(command: PaletteCommand): void {
    dialogOptions.onClose()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const last = matches.length - 1
    const next = {
      ArrowDown: chosen < last ? chosen + 1 : 0,
      ArrowUp: chosen > 0 ? chosen - 1 : last,
      Home: 0,
      End: last,
    }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setChosen(Math.max(0, next))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      runCommand(current)
    }
  }

  return (
    <Dialog isOpen {...dialogOptions} title={t('title')} closeLabel={common('close')} initialFocus={field}>
      <label className={styles['field']}>
        <Icon of={Search} />
        <input
          ref={field}
          className={styles['input']}
          type="text"
          role="combobox"
          aria-label={t('search')}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${id}${current.id}`}
          placeholder={t('search')}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onFocus={() => {
            const held = takeTyped()
            if (held !== '') setTyped(held)
          }}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={`${id}list`} role="listbox" aria-label={t('title')} className={styles['list']}>
        {matches.map((command, index) => (
          <Fragment key={command.id}>
            {command.group !== matches[index - 1]?.group && (
              <div className={styles['group']} role="presentation">
                {command.group}
              </div>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and handles the keys */}
            <div
              id={`${id}${command.id}`}
              ref={index === chosen ? keepInView : undefined}
              role="option"
              aria-selected={index === chosen}
              className={styles['command']}
              onPointerMove={() => setChosen(index)}
              onClick={() => runCommand(command)}
            >
              <span className={styles['label']} lang={command.lang}>
                {command.label}
              </span>
              {command.keys && <Kbd>{command.keys}</Kbd>}
            </div>
          </Fragment>
        ))}
      </div>
      <p className={styles['none']} role="status">
        {matches.length === 0 ? t('none') : ''}
      </p>
    </Dialog>
  )
}
