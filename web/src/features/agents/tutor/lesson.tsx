import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { ViewMessage, ViewTalk } from '#lib/agent-view.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { planStepsOf, type Study } from './study.ts'
import styles from './tutor.module.css'

interface LessonProps {
  readonly study: Study
  readonly change: (study: Study) => void
  readonly talk: ViewTalk
  readonly lastReply: ViewMessage | undefined
}

/** The plan: requested by topic, taken from the tutor's reply, with completed steps. */
export function Lesson({ study, change, talk, lastReply }: LessonProps) {
  const t = useTexts('tutor')
  const [topic, setTopic] = useState(study.topic)
  const planSteps = lastReply ? planStepsOf(lastReply.text, lastReply.result) : []
  const isTaken =
    planSteps.length === study.plan.length &&
    planSteps.every((text, index) => study.plan[index]?.text === text)
  return (
    <div className={styles['part']}>
      <form
        className={styles['part']}
        onSubmit={(event) => {
          event.preventDefault()
          if (topic.trim() === '') return
          change({ ...study, topic: topic.trim() })
          talk.ask(t('askPlan', { topic: topic.trim() }))
        }}
      >
        <TextField
          label={t('topic')}
          maxLength={200}
          value={topic}
          onChange={(event) => setTopic(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={topic.trim() === ''}>
          {t('plan')}
        </Button>
      </form>
      {planSteps.length > 0 && !isTaken && (
        <Button
          onClick={() =>
            change({ ...study, plan: planSteps.map((text) => ({ id: randomId(), text, isDone: false })) })
          }
        >
          {t('planTake')}
        </Button>
      )}
      {study.plan.length === 0 ? (
        <p className={styles['note']}>{t('planEmpty')}</p>
      ) : (
        <PlanSteps study={study} change={change} talk={talk} />
      )}
    </div>
  )
}

/** The steps of the plan, to mark as done and to learn. */
function PlanSteps({ study, change, talk }: Omit<LessonProps, 'lastReply'>) {
  const t = useTexts('tutor')
  return (
    <ol className={styles['steps']} aria-label={t('steps')}>
      {study.plan.map((step) => (
        <li key={step.id}>
          <Checkbox
            label={step.text}
            isChecked={step.isDone}
            onChange={(isDone) =>
              change({
                ...study,
                plan: study.plan.map((each) => (each.id === step.id ? { ...each, isDone } : each)),
              })
            }
          />
          <Button size="compact" variant="quiet" onClick={() => talk.ask(t('askStep', { step: step.text }))}>
            {t('learnStep')}
          </Button>
        </li>
      ))}
    </ol>
  )
}
