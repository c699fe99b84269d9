import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { replies, type AgentViewProps } from '#lib/agent-view.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Cards } from './cards.tsx'
import { Lesson } from './lesson.tsx'
import { Progress } from './progress.tsx'
import { Quiz } from './quiz.tsx'
import { adapted, TUTOR_LEVELS, type Study } from './study.ts'
import styles from './tutor.module.css'
import { useStudy } from './use-study.ts'

const PLACES = ['lesson', 'cards', 'quiz', 'progress'] as const
type Place = (typeof PLACES)[number]

/** The tutor's screen: plan, cards, quiz, progress. */
export function TutorView(props: AgentViewProps) {
  const t = useTexts('tutor')
  const known = useIndexedStore(props.owner)
  if (known.kind === 'unknown') {
    const again = <Button onClick={known.retry}>{t('retry')}</Button>
    return <Banner tone="error" title={t('ownerUnknown')} actions={again} />
  }
  return known.kind === 'open' ? <Tutor {...props} indexedStore={known.indexedStore} /> : <Spinner />
}

function Tutor({ talk, indexedStore, Markdown }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('tutor')
  const { study, isKept, change } = useStudy(indexedStore)
  const [place, setPlace] = useState<Place>('lesson')
  const [notice, setNotice] = useState('')
  const level = useSettings(({ defaultTutorLevel }) => defaultTutorLevel)
  const lastReply = replies(talk.messages).findLast(({ isRunning }) => !isRunning)
  if (!study) return <Spinner />

  /** Answers change the level, which is sent with the next question. */
  function changeByAnswer(next: Study): void {
    const { study: counted, level: reached } = adapted(next, level)
    change(counted)
    if (reached === level) return
    changeSettings({ defaultTutorLevel: reached })
    setNotice(t('levelChanged', { level: t(`levels.${reached}`) }))
  }

  return (
    <div className={styles['tutor']}>
      {!isKept && <Banner tone="warning" title={t('notKept')} />}
      <Select
        label={t('level')}
        hint={t('levelHint')}
        value={level}
        options={TUTOR_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
        onChange={(value) =>
          changeSettings({ defaultTutorLevel: TUTOR_LEVELS.find((known) => known === value) ?? level })
        }
      />
      <output className={styles['note']}>{notice}</output>
      <Tabs
        label={t('show')}
        tabs={PLACES.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        selected={place}
        onSelect={setPlace}
      >
        {place === 'lesson' && <Lesson study={study} change={change} talk={talk} lastReply={lastReply} />}
        {place === 'cards' && (
          <Cards
            study={study}
            change={change}
            onAnswer={changeByAnswer}
            talk={talk}
            lastReply={lastReply}
            Markdown={Markdown}
          />
        )}
        {place === 'quiz' && <Quiz study={study} onAnswer={changeByAnswer} lastReply={lastReply} />}
        {place === 'progress' && <Progress study={study} />}
      </Tabs>
    </div>
  )
}
