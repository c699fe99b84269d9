import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { Search } from 'lucide-react'
import { Fragment, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTexts, type Translate } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import {
  keyOfHit,
  PassageContent,
  SearchAnswer,
  type SearchPassages,
  usePassageHits,
} from '#passages/index.ts'
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
  readonly api: Api
  /** searches everything stored; undefined until it is known who searches */
  readonly search: SearchPassages | undefined
  /** whether an assistant can answer from what is stored: it is on the server */
  readonly canAnswer: boolean
  readonly onOpenHit: (hit: KnowledgeHit) => void
}

/** What can be chosen: a command, or a sentence of something stored. */
type Option = { readonly command: PaletteCommand } | { readonly hit: KnowledgeHit }

/** All commands by name, and everything that is stored: type, select with the arrows, Enter. */
export function CommandPalette({
  commands,
  takeTyped,
  api,
  search,
  canAnswer,
  onOpenHit,
  ...dialogOptions
}: CommandPaletteProps) {
  const t = useTexts('commands')
  const common = useTexts('common')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const wanted = typed.trim()
  const answered = usePassageHits(search, wanted)
  const isSearching = search !== undefined && wanted !== '' && answered?.q !== wanted
  // Those of an earlier text stay until the next ones arrive, so that the list does not jump.
  const hits = (answered?.items ?? []).filter(({ kind }) => kind !== 'note')
  const matches = rankCommands(commands, typed)
  const options: readonly Option[] = [
    ...matches.map((command) => ({ command })),
    ...hits.map((hit) => ({ hit })),
  ]
  const current = options[chosen]

  function run(option: Option): void {
    dialogOptions.onClose()
    if ('command' in option) option.command.run()
    else onOpenHit(option.hit)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const last = options.length - 1
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
      run(current)
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
          aria-activedescendant={current && `${id}${idOf(current)}`}
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
      {canAnswer && answered && answered.items.length > 0 && (
        <SearchAnswer key={answered.q} api={api} q={answered.q} />
      )}
      <div id={`${id}list`} role="listbox" aria-label={t('title')} className={styles['list']}>
        {options.map((option, index) => (
          <Fragment key={idOf(option)}>
            {groupOf(option, t) !== groupOf(options[index - 1], t) && (
              <div className={styles['group']} role="presentation">
                {groupOf(option, t)}
              </div>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and handles the keys */}
            <div
              id={`${id}${idOf(option)}`}
              ref={index === chosen ? keepInView : undefined}
              role="option"
              aria-selected={index === chosen}
              className={styles['hit' in option ? 'hit' : 'command']}
              onPointerMove={() => setChosen(index)}
              onClick={() => run(option)}
            >
              <OptionContent option={option} />
            </div>
          </Fragment>
        ))}
      </div>
      <p className={styles['none']} role="status">
        {options.length === 0 && !isSearching ? t('none') : ''}
      </p>
    </Dialog>
  )
}

function OptionContent({ option }: { readonly option: Option }) {
  if ('hit' in option) return <PassageContent hit={option.hit} />
  const { label, lang, keys } = option.command
  return (
    <>
      <span className={styles['label']} lang={lang}>
        {label}
      </span>
      {keys && <Kbd>{keys}</Kbd>}
    </>
  )
}

const idOf = (option: Option) =>
  ('hit' in option ? keyOfHit(option.hit) : option.command.id).replaceAll(/\s+/g, '-')

const groupOf = (option: Option | undefined, t: Translate<'commands'>) =>
  option && ('hit' in option ? t('groups.stored') : option.command.group)
