import { DEFAULT_AGENT_ID } from '@vee/contract/entities/agent-ids'
import type { postChat } from '@vee/contract/http/chat'
import type { KnowledgeKind } from '@vee/contract/http/knowledge'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './passages.module.css'

/** For the model: the reply is shown above the passages that were found. */
const INSTRUCTIONS =
  'The person is searching what they have stored. Answer in at most three sentences from what was found of it, without numbers in brackets, and say so if it holds no answer. Search again with other words if you can and it is needed.'

type AnswerState =
  | { readonly kind: 'none' | 'waiting' }
  | { readonly kind: 'ready'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }

interface SearchAnswerProps {
  readonly api: Api
  readonly q: string
  /** only what is of this kind; default: everything */
  readonly kind?: KnowledgeKind
}

/**
 * An answer to the search from what is stored, above its results. It costs a reply, so that it is asked for by a press; nothing of
 * it becomes a conversation. Mount it anew for each question.
 */
export function SearchAnswer({ api, q, kind }: SearchAnswerProps) {
  const t = useTexts('history')
  const errors = useTexts('errors')
  const [state, setState] = useState<AnswerState>({ kind: 'none' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  async function ask(): Promise<void> {
    abort.current = new AbortController()
    const { signal } = abort.current
    setState({ kind: 'waiting' })
    try {
      const response = await api.send<typeof postChat>('POST', '/chat', {
        body: {
          agentId: DEFAULT_AGENT_ID,
          messages: [{ role: 'user', content: q }],
          personaOverride: INSTRUCTIONS,
          useSearch: false,
          searchStored: kind === undefined ? {} : { kinds: [kind] },
        },
        signal,
      })
      const { content }: { readonly content: string } = await response.json()
      setState({ kind: 'ready', text: content })
    } catch (error) {
      if (!signal.aborted)
        setState({ kind: 'failed', text: errors(error instanceof ApiError ? error.code : 'GENERIC') })
    }
  }

  return (
    <section className={styles['answer']} aria-label={t('passages.answer')}>
      {(state.kind === 'none' || state.kind === 'waiting') && (
        <Button
          size="compact"
          icon={Sparkles}
          isLoading={state.kind === 'waiting'}
          onClick={() => void ask()}
        >
          {t('passages.ask')}
        </Button>
      )}
      <div aria-live="polite" role={state.kind === 'failed' ? 'alert' : undefined}>
        {(state.kind === 'ready' || state.kind === 'failed') && <p dir="auto">{state.text}</p>}
      </div>
    </section>
  )
}
