import { variablesOf, filledIn } from '@vee/contract/entities/teams/prompt-limits'
import type { Sampling } from '@vee/contract/entities/sampling'
import type { listSavedPrompts, SavedPrompt } from '@vee/contract/http/teams/prompts'
import { useCallback, useEffect, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PromptForm } from './prompt-form.tsx'
import { PromptList } from './prompt-list.tsx'
import type { PromptTools } from './tools.ts'
import styles from './prompts.module.css'

interface PromptLibraryProps extends PromptTools, DialogOptions {
  /** inserts a text into the message field, and the sampling parameters for its reply, if there are any */
  readonly onInsert: (text: string, sampling: Sampling | undefined) => void
}

type PromptsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly isShared: boolean }
  | { readonly status: 'ready'; readonly prompts: readonly SavedPrompt[] }

type View =
  | { readonly name: 'list' }
  | { readonly name: 'fill'; readonly prompt: SavedPrompt }
  /** `prompt` undefined for a new one */
  | { readonly name: 'edit'; readonly prompt: SavedPrompt | undefined }

/** Stored questions: choose, fill in, and edit. */
export function PromptLibrary({ api, tell, onInsert, ...dialogOptions }: PromptLibraryProps) {
  const t = useTexts('prompts')
  const common = useTexts('common')
  const { promptsState, reload } = usePrompts(api)
  const [chosen, setView] = useState<View>({ name: 'list' })
  const view = viewOf(chosen, promptsState)
  const toList = () => setView({ name: 'list' })

  function insert(text: string, { sampling }: SavedPrompt): void {
    const hasSampling = Object.values(sampling).some((value) => value !== null)
    onInsert(text, hasSampling ? sampling : undefined)
    dialogOptions.onClose()
  }
  function pick(prompt: SavedPrompt): void {
    if (variablesOf(prompt.text).length === 0) insert(prompt.text, prompt)
    else setView({ name: 'fill', prompt })
  }
  const titles = {
    list: t('title'),
    fill: view.name === 'fill' ? t('fill', { title: view.prompt.title }) : '',
    edit: view.name === 'edit' && view.prompt ? t('edit', { title: view.prompt.title }) : t('add'),
  }
  return (
    <Dialog
      isOpen
      {...dialogOptions}
      // A press next to the dialog must not discard a text that is being written: the form has its own buttons.
      isClosable={view.name !== 'edit' && dialogOptions.isClosable !== false}
      title={titles[view.name]}
      closeLabel={common('close')}
    >
      {view.name === 'list' && promptsState.status === 'loading' && <Skeleton lines={4} />}
      {view.name === 'list' && promptsState.status === 'failed' && (
        <Banner
          tone={promptsState.isShared ? 'info' : 'error'}
          title={t(promptsState.isShared ? 'shared' : 'failed')}
          actions={!promptsState.isShared && <Button onClick={() => void reload()}>{t('retry')}</Button>}
        />
      )}
      {view.name === 'list' && promptsState.status === 'ready' && (
        <PromptList
          prompts={promptsState.prompts}
          onPick={pick}
          onEdit={(prompt) => setView({ name: 'edit', prompt })}
          onAdd={() => setView({ name: 'edit', prompt: undefined })}
        />
      )}
      {view.name === 'fill' && (
        <VariablesForm prompt={view.prompt} onBack={toList} onFilled={(text) => insert(text, view.prompt)} />
      )}
      {view.name === 'edit' && (
        <PromptForm
          api={api}
          tell={tell}
          prompt={view.prompt}
          onBack={toList}
          onDone={() => {
            toList()
            void reload()
          }}
        />
      )}
    </Dialog>
  )
}

/**
 * Returns the view after a change: a prompt of a former team is removed, and edits of it can be stored as the
 * user's own prompt.
 */
function viewOf(view: View, promptsState: PromptsState): View {
  if (view.name === 'list' || !view.prompt || promptsState.status !== 'ready') return view
  const { id } = view.prompt
  if (promptsState.prompts.some((prompt) => prompt.id === id)) return view
  return view.name === 'fill' ? { name: 'list' } : { name: 'edit', prompt: undefined }
}

function usePrompts(api: Api) {
  const [promptsState, setPromptsState] = useState<PromptsState>({ status: 'loading' })
  const reload = useCallback(
    () =>
      api
        .json<typeof listSavedPrompts>('GET', '/saved-prompts')
        .then(({ prompts }) => setPromptsState({ status: 'ready', prompts }))
        .catch((error: unknown) =>
          setPromptsState({
            status: 'failed',
            isShared: error instanceof ApiError && error.code === 'FORBIDDEN',
          }),
        ),
    [api],
  )
  useEffect(() => void reload(), [reload])
  useOnTeamChange(() => void reload())
  return { promptsState, reload }
}

interface VariablesFormProps {
  readonly prompt: SavedPrompt
  readonly onBack: () => void
  readonly onFilled: (text: string) => void
}

/** Asks for the values of a prompt's variables. Empty ones remain visible in the text. */
function VariablesForm({ prompt: { text }, onBack, onFilled }: VariablesFormProps) {
  const t = useTexts('prompts')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // It is in an overlay, and must not submit forms of the page below.
    event.stopPropagation()
    const typed = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    )
    onFilled(filledIn(text, Object.fromEntries(typed)))
  }
  return (
    <form className={styles['library']} onSubmit={submit} autoComplete="off">
      {variablesOf(text).map((name) => (
        <TextField key={name} label={name} name={name} dir="auto" />
      ))}
      <p className={styles['preview']} dir="auto">
        {text}
      </p>
      <div className={styles['buttons']}>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button type="submit" variant="primary">
          {t('insert')}
        </Button>
      </div>
    </form>
  )
}
