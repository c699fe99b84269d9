import { useState, useEffect } from 'react'
import { useTexts } from '#i18n/index.ts'
import { replies, type AgentViewProps } from '#lib/agent-view.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Cards } from './cards.tsx'
import { Lesson } from './lesson.tsx'
import { Quiz } from './quiz.tsx'
import { adapted, TUTOR_LEVELS, type Study, figuresOf, EMPTY_STUDY, studyFrom } from './study.ts'
import styles from './tutor.module.css'

const STUDY_ID = 'current'

const TABS = ['lesson', 'cards', 'quiz', 'progress'] as const
type Tab = (typeof TABS)[number]

/** The tutor's screen: plan, cards, quiz, progress. */
export function TutorView(props: AgentViewProps) {
  const t = useTexts('tutor')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'unknown') {
    const again = <Button onClick={status.retry}>{t('retry')}</Button>
    return <Banner tone="error" title={t('ownerUnknown')} actions={again} />
  }
  return status.kind === 'open' ? <Tutor {...props} indexedStore={status.indexedStore} /> : <Spinner />
}

function Tutor({ talk, indexedStore, Markdown }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('tutor')
  const { study, isKept, change } = useStudy(indexedStore)
  const [tab, setTab] = useState<Tab>('lesson')
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
          changeSettings({ defaultTutorLevel: TUTOR_LEVELS.find((option) => option === value) ?? level })
        }
      />
      <output className={styles['note']}>{notice}</output>
      <Tabs
        label={t('show')}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'lesson' && <Lesson study={study} change={change} talk={talk} lastReply={lastReply} />}
        {tab === 'cards' && (
          <Cards
            study={study}
            change={change}
            onAnswer={changeByAnswer}
            talk={talk}
            lastReply={lastReply}
            Markdown={Markdown}
          />
        )}
        {tab === 'quiz' && <Quiz study={study} onAnswer={changeByAnswer} lastReply={lastReply} />}
        {tab === 'progress' && <Progress study={study} />}
      </Tabs>
    </div>
  )
}

/** Shows the progress in figures with their units. */
function Progress({ study }: { readonly study: Study }) {
  const t = useTexts('tutor')
  const { cards, learned, right, all, days, stepsDone } = figuresOf(study)
  const parts = [
    { label: t('progress.learned'), part: learned, whole: cards },
    { label: t('progress.answers'), part: right, whole: all },
    { label: t('progress.steps'), part: stepsDone, whole: study.plan.length },
  ]
  return (
    <div className={styles['part']}>
      {parts.map(({ label, part, whole }) => {
        const text = t('progress.of', { part, all: whole })
        return (
          <div key={label} className={styles['figure']}>
            <span>{label}</span>
            <span>{text}</span>
            <ProgressBar label={label} value={whole === 0 ? 0 : part / whole} valueText={text} />
          </div>
        )
      })}
      <div className={styles['figure']}>
        <span>{t('progress.cards')}</span>
        <span>{cards}</span>
      </div>
      <div className={styles['figure']}>
        <span>{t('progress.days')}</span>
        <span>{days}</span>
      </div>
    </div>
  )
}

/** Returns the learning state, stored with each change; undefined while loading. */
function useStudy(indexedStore: IndexedStore) {
  const [study, setStudy] = useState<Study>()
  const [isKept, setKept] = useState(true)

  useEffect(() => {
    let isWanted = true
    const load = () =>
      indexedStore.list('lessons').then(
        ([stored]) => isWanted && setStudy(studyFrom(stored)),
        () => {
          if (!isWanted) return
          setStudy((current) => current ?? EMPTY_STUDY)
          setKept(false)
        },
      )
    void load()
    const stop = indexedStore.subscribe((kind) => {
      if (kind === 'lessons') void load()
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [indexedStore])

  function change(next: Study): void {
    setStudy(next)
    indexedStore.write([{ kind: 'lessons', id: STUDY_ID, value: next }]).then(
      () => setKept(true),
      () => setKept(false),
    )
  }
  return { study, isKept, change }
}
