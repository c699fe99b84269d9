import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { matchingNames, mentionBefore, withMention } from './mentions.ts'

/** An assistant that can be addressed in the open conversation. */
export interface MentionableAgent {
  readonly id: AgentId
  readonly label: string
  /** the theme's role of its color */
  readonly themeColor: string
  /** what opens it; undefined: it can be addressed */
  readonly lockedReason: string | undefined
}

interface MentionsOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly draft: string
  readonly agents: readonly MentionableAgent[]
  readonly onType: (text: string) => void
}

/** The completion of "@" in the message field: the focus stays in the field, which names the marked option. */
export function useMentions({ field, draft, agents, onType }: MentionsOptions) {
  const listId = useId()
  const [caret, setCaret] = useState<number | undefined>()
  const [dismissedStart, setDismissedStart] = useState<number | undefined>()
  const [marked, setMarked] = useState({ query: '', index: 0 })
  const nextCaret = useRef<number | undefined>(undefined)

  // React moves the caret to the end of a text that it sets.
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })

  const mention = caret === undefined ? undefined : mentionBefore(draft, caret)
  const options = mention ? matchingNames(agents, mention.query) : []
  const isOpen = mention !== undefined && options.length > 0 && mention.start !== dismissedStart
  const index = marked.query === mention?.query ? Math.min(marked.index, options.length - 1) : 0
  const optionIdOf = (id: AgentId) => `${listId}-${id}`

  function choose(agent: MentionableAgent | undefined): void {
    if (!mention || !agent || agent.lockedReason !== undefined) return
    const next = withMention(draft, mention, agent.label)
    nextCaret.current = next.caret
    setCaret(next.caret)
    onType(next.text)
  }

  /** Returns whether the key was for the list. */
  function press({ key, shiftKey }: KeyboardEvent): boolean {
    if (!isOpen || shiftKey) return false
    const mark = (next: number) =>
      setMarked({ query: mention.query, index: (next + options.length) % options.length })
    if (key === 'ArrowDown') mark(index + 1)
    else if (key === 'ArrowUp') mark(index - 1)
    else if (key === 'Enter' || key === 'Tab') choose(options[index])
    else if (key === 'Escape') setDismissedStart(mention.start)
    else return false
    return true
  }

  const active = isOpen ? options[index] : undefined
  return {
    isOpen,
    listId,
    options,
    active,
    optionIdOf,
    choose,
    press,
    fieldProps: {
      ...(agents.length > 0 && { 'aria-autocomplete': 'list' as const }),
      ...(active && { 'aria-controls': listId, 'aria-activedescendant': optionIdOf(active.id) }),
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
        const { selectionStart, selectionEnd } = currentTarget
        setCaret(selectionStart === selectionEnd ? selectionStart : undefined)
        if (mentionBefore(currentTarget.value, selectionStart) === undefined) setDismissedStart(undefined)
      },
      onBlur: () => setCaret(undefined),
    },
  }
}
