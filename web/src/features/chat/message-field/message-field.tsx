import { Suspense, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { InterimWords } from '#voice/index.ts'
import type { Composer } from '../store/composer.ts'
import { separatorAfter } from '../store/separator-after.ts'
import { AddButton } from '../files/add-button.tsx'
import { LazyDraftAttachments, useResumedFiles } from '../files/lazy-files.ts'
import { LazyLookPanel } from '../look/lazy-look.ts'
import { useLook } from '../look/look-store.ts'
import { useFileDrop } from '../files/use-file-drop.ts'
import styles from './message-field.module.css'
import { isComposing } from '#lib/is-composing.ts'
import { MentionList } from './mention-list.tsx'
import { pastedFiles } from './pasted-files.ts'
import { useMentions, type MentionableAgent } from './use-mentions.ts'

/** Grows the field with its text in browsers that do not do so themselves. The stylesheet sets the limit. */
function useGrowth() {
  const element = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const field = element.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
  })
  return element
}

const NOTHING: readonly MenuGroup[] = []
const NOBODY: readonly MentionableAgent[] = []

interface MessageFieldProps {
  readonly composer: Composer
  readonly agentLabel: string
  /** text that the agent suggests; "Message V" without it */
  readonly placeholder?: string | undefined
  /** files can be attached; undefined while that is not known */
  readonly canAttach?: boolean | undefined
  /** what the menu of the plus button offers besides files */
  readonly menuGroups?: readonly MenuGroup[]
  /** words that will be added to the draft, while they are spoken; absent: there are none */
  readonly interimWords?: InterimWords | undefined
  /** those that an "@" completes */
  readonly mentionable?: readonly MentionableAgent[]
  /** opens the list of models, for pictures that the chosen one cannot see */
  readonly onChooseModel?: () => void
}

/**
 * Renders the text field: Enter sends, Shift+Enter starts a line, ↑ in the empty field takes the last message
 * back, Esc leaves it unchanged.
 */
export function MessageField({
  composer,
  agentLabel,
  placeholder,
  canAttach,
  menuGroups: additions = NOTHING,
  interimWords,
  mentionable = NOBODY,
  onChooseModel,
}: MessageFieldProps) {
  const t = useTexts('chat')
  const { chat } = composer
  const draft = useStore(chat.state, (state) => state.draft)
  const isEditing = useStore(chat.state, (state) => state.editingId !== undefined)
  const isEmptyRefused = useStore(composer.isEmptyRefused)
  const hasFiles = useStore(chat.state, ({ draftAttachments }) => draftAttachments.length > 0)
  const isLooking = useLook(({ look, isSending }) => look.kind !== 'off' || isSending)
  useResumedFiles(chat)
  useFileDrop(composer, canAttach)
  const element = useGrowth()
  const noteId = useId()
  const { fieldProps, ...mentions } = useMentions({
    field: element,
    draft,
    agents: mentionable,
    onType: (text) => composer.type(text),
  })

  useLayoutEffect(() => {
    composer.attachField(element.current)
    return () => composer.attachField(null)
  }, [composer, element])

  function press(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    if (mentions.press(event)) return takeKey(event)
    if (event.key === 'Enter' && !event.shiftKey) composer.send()
    else if (event.key === 'ArrowUp' && draft === '' && chat.editLast()) composer.focus()
    else if (event.key === 'Escape' && isEditing) chat.cancelEdit()
    else return
    takeKey(event)
  }

  const hasAdditions = canAttach === true || additions.length > 0
  const label = t('composer.label', { agent: agentLabel })
  return (
    <div className={styles['composer']}>
      {isEditing && (
        <p className={styles['editing']}>
          <span>{t('composer.editing')}</span>
          <Button variant="quiet" size="compact" onClick={() => chat.cancelEdit()}>
            {t('composer.cancelEdit')}
          </Button>
        </p>
      )}
      <Suspense>
        {canAttach && isLooking && <LazyLookPanel chat={chat} onTaken={() => composer.focus()} />}
      </Suspense>
      <Suspense>{hasFiles && <LazyDraftAttachments chat={chat} onChooseModel={onChooseModel} />}</Suspense>
      <div className={classNames(styles['line'], interimWords && styles['live'])}>
        {interimWords && <DraftWithWords draft={draft} words={interimWords} />}
        <textarea
          ref={element}
          className={styles['field']}
          rows={1}
          value={draft}
          placeholder={placeholder ?? label}
          aria-label={label}
          aria-invalid={isEmptyRefused || undefined}
          aria-describedby={isEmptyRefused ? noteId : undefined}
          enterKeyHint="send"
          // Space in the empty field talks.
          data-talks=""
          dir="auto"
          {...fieldProps}
          onChange={(event) => composer.type(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData)
            if (!canAttach || files.length === 0) return
            event.preventDefault()
            composer.attach(files)
          }}
        />
        <MentionList {...mentions} />
        {hasAdditions && (
          <span className={styles['add']}>
            <AddButton composer={canAttach ? composer : undefined} groups={additions} />
          </span>
        )}
      </div>
      <p id={noteId} className={styles['problem']} role="alert">
        {isEmptyRefused ? t('composer.empty') : null}
      </p>
    </div>
  )
}

function takeKey(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Draws the draft and the words that are being spoken after it, under the field, whose own text is invisible meanwhile.
 * Users hear their own words: screen readers read the draft only.
 */
function DraftWithWords({ draft, words }: { readonly draft: string; readonly words: InterimWords }) {
  return (
    <div className={styles['words']} dir="auto" aria-hidden="true">
      <div>
        <p>
          {draft + separatorAfter(draft) + words.text}
          <span className={styles['tail']}>{words.tail}</span>
        </p>
      </div>
    </div>
  )
}
