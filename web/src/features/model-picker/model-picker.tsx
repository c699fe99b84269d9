import { REASONING_EFFORTS } from '@vee/contract/entities/reasoning-effort'
import type { listOfferedModels, OfferedModel } from '@vee/contract/http/models'
import { Check, Search, Star } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import {
  changeSettings,
  chosenModels,
  type UserSettings,
  useSettings,
  withoutConversation,
} from '#lib/settings/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { RadioGroup } from '#ui/controls/choice.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { findModels } from './find-models.ts'
import { useModelFacts } from '#lib/use-model-facts.ts'
import styles from './model-picker.module.css'
import { isComposing } from '#lib/is-composing.ts'

interface ModelPickerProps extends DialogOptions {
  readonly api: Api
  readonly agentId: string
  readonly conversationId: string
  /** words that are searched for at once */
  readonly search?: string | undefined
  /** leads to what opens a locked model */
  readonly onUnlock: (lock: 'sign-in' | 'plan') => void
  /** chooses a model for one reply: called with its id, and the user's choices stay */
  readonly onModel?: ((modelId: string) => void) | undefined
}

type Scope = 'typed' | 'spoken'

/** Chooses the model that replies to an agent's messages, and another one for spoken messages. */
export function ModelPicker({
  api,
  agentId,
  conversationId,
  search = '',
  onUnlock,
  onModel,
  ...dialogOptions
}: ModelPickerProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const [scope, setScope] = useState<Scope>('typed')
  const settings = useSettings()
  const chosen = chosenIn(scope, settings, agentId, conversationId)
  const list = { api, agentId, search, onUnlock }
  if (onModel) {
    const regenerate = (id: string) => {
      dialogOptions.onClose()
      onModel(id)
    }
    return (
      <Dialog isOpen {...dialogOptions} title={t('picker.once')} closeLabel={common('close')}>
        <div className={styles['picker']}>
          <List {...list} scope="once" chosen="" onChoose={regenerate} />
        </div>
      </Dialog>
    )
  }
  const choose = (id: string) => {
    changeSettings({
      ...(scope === 'typed'
        ? { modelByAgent: { ...settings.modelByAgent, [agentId]: id } }
        : { spokenModel: id }),
      // The choice by voice for this conversation ends.
      modelByConversation: withoutConversation(conversationId),
    })
    dialogOptions.onClose()
  }
  return (
    <Dialog isOpen {...dialogOptions} title={t('picker.title')} closeLabel={common('close')}>
      <div className={styles['picker']}>
        <RadioGroup
          label={t('picker.scope')}
          layout="row"
          value={scope}
          options={[
            { value: 'typed', label: t('picker.typed') },
            { value: 'spoken', label: t('picker.spoken') },
          ]}
          onChange={setScope}
        />
        {scope === 'spoken' && <p className={styles['hint']}>{t('picker.spokenHint')}</p>}
        <List {...list} scope={scope} chosen={chosen} onChoose={choose} />
      </div>
    </Dialog>
  )
}

/** Returns the id of the chosen model; empty: the server decides, or for spoken messages the same as for typed ones. */
function chosenIn(scope: Scope, settings: UserSettings, agentId: string, conversationId: string): string {
  if (settings.modelByConversation[conversationId] === undefined && scope === 'spoken')
    return settings.spokenModel
  return chosenModels(settings, agentId, conversationId)[scope]
}

const EFFORTS = ['auto', ...REASONING_EFFORTS] as const

/** Chooses how long models reason about typed messages to this agent. */
function EffortChoice({ agentId }: { readonly agentId: string }) {
  const t = useTexts('models')
  const efforts = useSettings(({ reasoningByAgent }) => reasoningByAgent)
  const chosen = EFFORTS.find((effort) => effort === efforts[agentId]) ?? 'auto'
  return (
    <>
      <RadioGroup
        label={t('picker.reasoning')}
        layout="row"
        value={chosen}
        options={EFFORTS.map((effort) => ({ value: effort, label: t(`picker.efforts.${effort}`) }))}
        onChange={(effort) => {
          const { [agentId]: _, ...others } = efforts
          changeSettings({
            reasoningByAgent: effort === 'auto' ? others : { ...others, [agentId]: effort },
          })
        }}
      />
      <p className={styles['hint']}>{t('picker.reasoningHint')}</p>
    </>
  )
}

interface ListProps {
  readonly api: Api
  readonly agentId: string
  readonly search: string
  readonly onUnlock: (lock: 'sign-in' | 'plan') => void
  /** `once`: for one reply */
  readonly scope: Scope | 'once'
  /** id of the chosen model; empty: the server decides */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function List({ api, agentId, search, scope, chosen, onChoose, onUnlock }: ListProps) {
  const t = useTexts('models')
  const favorites = useSettings(({ favoriteModels }) => favoriteModels)
  const [typed, setTyped] = useState(search)
  const list = useRef<HTMLDivElement>(null)
  const { answer, reload } = useAnswer('models', (signal) =>
    api.json<typeof listOfferedModels>('GET', '/models', { signal }),
  )
  // Shown at once, so that the dialog begins with it.
  const field = (
    <TextField
      label={t('picker.search')}
      isLabelHidden
      placeholder={t('picker.search')}
      icon={Search}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && !isComposing(event.nativeEvent)) {
          event.preventDefault()
          list.current?.querySelector('button')?.focus()
        }
      }}
    />
  )
  if (answer.status === 'loading') {
    return (
      <>
        {field}
        <Skeleton lines={5} />
      </>
    )
  }
  if (answer.status === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('picker.failed')}
        actions={<Button onClick={reload}>{t('picker.retry')}</Button>}
      />
    )
  }
  const { items, defaultId } = answer.value
  const { groups, hiddenCount } = findModels(items, typed, new Set(favorites))
  const preferred = items.find(({ id }) => id === defaultId)?.name
  const current = items.find(({ id }) => id === (chosen === '' ? defaultId : chosen))
  // Unknown models may reason.
  const mayReason = current !== undefined && current.canReason !== false && current.provider.id !== 'builtin'
  return (
    <>
      {field}
      {scope === 'typed' && mayReason && <EffortChoice agentId={agentId} />}
      <div
        ref={list}
        className={styles['list']}
        role="presentation"
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        {typed === '' && scope !== 'once' && (
          <ChoiceRow
            name={t(scope === 'typed' ? 'picker.auto' : 'picker.sameAsTyped')}
            isChosen={chosen === ''}
            onChoose={() => onChoose('')}
          >
            {scope === 'typed' &&
              (preferred === undefined ? t('picker.autoNone') : t('picker.autoHint', { model: preferred }))}
          </ChoiceRow>
        )}
        {groups.map(({ id, name, models }) => (
          <section key={id} aria-label={name ?? t('picker.favorites')}>
            <h3 className={styles['group']}>{name ?? t('picker.favorites')}</h3>
            {models.map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                isChosen={model.id === chosen}
                isFavorite={favorites.includes(model.id)}
                onChoose={() => onChoose(model.id)}
                onUnlock={onUnlock}
              />
            ))}
          </section>
        ))}
      </div>
      <p className={styles['hint']} role="status">
        {groups.length === 0 && typed !== '' && t('picker.none')}
        {hiddenCount > 0 && t('picker.more', { number: hiddenCount })}
      </p>
    </>
  )
}

interface ModelRowProps {
  readonly model: OfferedModel
  readonly isChosen: boolean
  readonly isFavorite: boolean
  readonly onChoose: () => void
  readonly onUnlock: (lock: 'sign-in' | 'plan') => void
}

function ModelRow({ model, isChosen, isFavorite, onChoose, onUnlock }: ModelRowProps) {
  const t = useTexts('models')
  const { id, name, locked, organization, provider } = model
  const modelFacts = useModelFacts(model)
  // Its group is named after the organization, which may have several endpoints.
  const facts = organization === null ? modelFacts : [provider.name, ...modelFacts]
  const toggleFavorite = () => {
    const { favoriteModels } = useSettings.getState()
    changeSettings({
      favoriteModels: isFavorite
        ? favoriteModels.filter((favorite) => favorite !== id)
        : [...favoriteModels, id],
    })
  }
  return (
    <ChoiceRow
      name={name}
      isChosen={isChosen}
      isLocked={locked !== null}
      onChoose={onChoose}
      end={
        <>
          {(locked === 'sign-in' || locked === 'plan') && (
            <Button size="compact" onClick={() => onUnlock(locked)}>
              {t(`picker.unlock.${locked}`)}
            </Button>
          )}
          <IconButton
            icon={Star}
            size="compact"
            className={isFavorite ? styles['favorite'] : undefined}
            label={t(isFavorite ? 'picker.unfavorite' : 'picker.favorite', { model: name })}
            isPressed={isFavorite}
            onClick={toggleFavorite}
          />
        </>
      }
    >
      {locked === null ? facts.join(' · ') : t(`picker.locked.${locked}`)}
    </ChoiceRow>
  )
}

interface ChoiceRowProps {
  readonly name: string
  readonly isChosen: boolean
  readonly isLocked?: boolean
  readonly onChoose: () => void
  readonly end?: ReactNode
  readonly children?: ReactNode
}

function ChoiceRow({ name, isChosen, isLocked = false, onChoose, end, children }: ChoiceRowProps) {
  return (
    <div className={classNames(styles['row'], isChosen && styles['chosen'])}>
      <button
        type="button"
        className={styles['model']}
        aria-pressed={isChosen}
        aria-disabled={isLocked || undefined}
        onClick={isLocked ? undefined : onChoose}
      >
        <span className={styles['name']}>
          {name}
          {isChosen && <Icon of={Check} size="s" />}
        </span>
        {children && <span className={styles['facts']}>{children}</span>}
      </button>
      {end}
    </div>
  )
}

/** Moves the focus among the rows by the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('button[aria-pressed]:not([aria-label])') ?? [])]
  const current = rows.findIndex((row) => row === document.activeElement)
  if (current === -1) return
  const next = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: rows.length - 1,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus()
}
