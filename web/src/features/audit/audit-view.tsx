import { Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useDraft } from '#lib/storage/use-draft.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import type { Audit } from './audit.ts'
import styles from './audit.module.css'
import { SlideShow } from './slide-show.tsx'
import { useAudits } from './use-audits.ts'

/** A coding problem explained: problem in, slides out, and all earlier audits. */
export function AuditView(props: AgentViewProps) {
  const t = useTexts('audit')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'unknown') {
    const again = <Button onClick={status.retry}>{t('retry')}</Button>
    return <Banner tone="error" title={t('ownerUnknown')} actions={again} />
  }
  return status.kind === 'open' ? <Audits {...props} indexedStore={status.indexedStore} /> : <Spinner />
}

function Audits({ talk, indexedStore, Markdown }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('audit')
  const { audits, isKept, remove } = useAudits(indexedStore, talk.messages)
  /** `new` for the form; undefined for the newest */
  const [chosen, setChosen] = useState<string>()
  if (!audits) return <Spinner />
  const shown = chosen === 'new' ? undefined : (audits.find(({ id }) => id === chosen) ?? audits[0])

  return (
    <div className={styles['audit']}>
      {!isKept && <Banner tone="warning" title={t('notKept')} />}
      {talk.isRunning && (
        <p className={styles['note']} role="status">
          <Spinner /> {t('writing')}
        </p>
      )}
      {shown ? (
        <>
          <SlideShow key={shown.id} audit={shown} talk={talk} Markdown={Markdown} />
          <Button icon={Search} onClick={() => setChosen('new')}>
            {t('again')}
          </Button>
        </>
      ) : (
        <ProblemForm
          onAsk={(text) => {
            setChosen(undefined)
            talk.ask(text)
          }}
        />
      )}
      {audits.length > 0 && <History audits={audits} onOpen={setChosen} onRemove={remove} />}
    </div>
  )
}

function ProblemForm({ onAsk }: { readonly onAsk: (text: string) => void }) {
  const t = useTexts('audit')
  const language = useSettings(({ preferredCodingLanguage }) => preferredCodingLanguage)
  const [problem, setProblem] = useDraft('audit-problem')
  const [solution, setSolution] = useDraft('audit-solution')
  return (
    <form
      className={styles['audit']}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem.trim() === '') return
        const parts = [t('askText', { language }), problem.trim()]
        if (solution.trim() !== '') {
          parts.push(t('askSolution'), `\`\`\`${language}\n${solution.trimEnd()}\n\`\`\``)
        }
        onAsk(parts.join('\n\n'))
        setProblem('')
        setSolution('')
      }}
    >
      <TextArea
        label={t('problem')}
        hint={t('problemHint')}
        rows={6}
        value={problem}
        onChange={(event) => setProblem(event.target.value)}
      />
      <TextArea
        label={t('solution')}
        rows={6}
        spellCheck={false}
        dir="ltr"
        value={solution}
        onChange={(event) => setSolution(event.target.value)}
      />
      <Button variant="primary" type="submit" icon={Search} disabled={problem.trim() === ''}>
        {t('ask')}
      </Button>
    </form>
  )
}

interface HistoryProps {
  readonly audits: readonly Audit[]
  readonly onOpen: (id: string) => void
  readonly onRemove: (id: string) => void
}

function History({ audits, onOpen, onRemove }: HistoryProps) {
  const t = useTexts('audit')
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (
    <section aria-label={t('history')}>
      <h3 className={styles['heading']}>{t('history')}</h3>
      <ul className={styles['history']}>
        {audits.map(({ id, title, at }) => (
          <li key={id}>
            <button type="button" className={styles['row']} onClick={() => onOpen(id)}>
              <time dateTime={at}>{format.format(new Date(at))}</time>
              <span>{title}</span>
            </button>
            <IconButton
              icon={Trash2}
              label={t('remove', { title })}
              size="compact"
              onClick={() => onRemove(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
