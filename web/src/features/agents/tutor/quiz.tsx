import { useState, type ReactNode } from 'react'
import { joinSentences } from '#i18n/sentence-separator.ts'
import { useTexts } from '#i18n/index.ts'
import type { ViewMessage } from '#lib/agent-view.ts'
import { Button } from '#ui/controls/button.tsx'
import { RadioGroup } from '#ui/controls/choice.tsx'
import { answered, quizOfCards, type QuizQuestion, type Study } from './study.ts'
import { today } from './today.ts'
import styles from './tutor.module.css'

interface QuizProps {
  readonly study: Study
  readonly onAnswer: (study: Study) => void
  readonly lastReply: ViewMessage | undefined
}

interface Sitting {
  readonly questions: readonly QuizQuestion[]
  /** the options chosen so far */
  readonly given: readonly number[]
  /** the last answer is being reviewed */
  readonly isShown: boolean
}

/**
 * Multiple-choice questions, checked locally: the tutor's own quiz if there is one, otherwise one from the
 * user's cards.
 */
export function Quiz({ study, onAnswer, lastReply }: QuizProps) {
  const t = useTexts('tutor')
  const [sitting, setSitting] = useState<Sitting>()
  const [choice, setChoice] = useState('')
  const resultQuestions = lastReply?.result?.kind === 'quiz' ? lastReply.result.questions : undefined

  function start(): void {
    setChoice('')
    setSitting({ questions: resultQuestions ?? quizOfCards(study.cards), given: [], isShown: false })
  }

  const canStart = resultQuestions !== undefined || new Set(study.cards.map(({ back }) => back)).size >= 4
  if (!sitting) {
    return (
      <QuizStart canStart={canStart} onStart={start}>
        {!canStart && <p className={styles['note']}>{t('quizNone')}</p>}
      </QuizStart>
    )
  }

  const { questions, given, isShown } = sitting
  const index = isShown ? given.length - 1 : given.length
  const question = questions[index]
  const right = given.filter((option, position) => option === questions[position]?.answer).length
  if (!question) {
    return (
      <QuizStart canStart={canStart} onStart={start}>
        <p className={styles['result']} role="status">
          {t('result', { right, count: questions.length })}
        </p>
      </QuizStart>
    )
  }

  function choose(value: string): void {
    if (isShown || !question) return
    setChoice(value)
    const option = Number(value)
    setSitting({ questions, given: [...given, option], isShown: true })
    onAnswer(answered(study, option === question.answer, today()))
  }

  return (
    <div className={styles['part']}>
      <p className={styles['note']}>{t('question', { number: index + 1, count: questions.length })}</p>
      <QuestionForm
        question={question}
        choice={choice}
        isShown={isShown}
        onChoose={choose}
        onNext={() => {
          setChoice('')
          setSitting({ questions, given, isShown: false })
        }}
      />
    </div>
  )
}

interface QuizStartProps {
  readonly canStart: boolean
  readonly onStart: () => void
  readonly children: ReactNode
}

/** Starts a quiz, below what is stated before. */
function QuizStart({ canStart, onStart, children }: QuizStartProps) {
  const t = useTexts('tutor')
  return (
    <div className={styles['part']}>
      {children}
      <Button variant="primary" disabled={!canStart} onClick={onStart}>
        {t('quizStart')}
      </Button>
    </div>
  )
}

interface QuestionFormProps {
  readonly question: QuizQuestion
  /** the chosen option, as the value of its button; empty: none */
  readonly choice: string
  /** the answer is being reviewed */
  readonly isShown: boolean
  readonly onChoose: (choice: string) => void
  readonly onNext: () => void
}

/** A question with its options, then whether the answer was right. */
function QuestionForm({ question, choice, isShown, onChoose, onNext }: QuestionFormProps) {
  const t = useTexts('tutor')
  const isRight = Number(choice) === question.answer
  return (
    <>
      <RadioGroup
        label={question.question}
        value={choice}
        options={question.options.map((label, position) => ({
          value: String(position),
          label,
          isDisabled: isShown,
        }))}
        onChange={onChoose}
      />
      <div role="status">
        {isShown && (
          <p>
            {joinSentences(
              isRight ? t('right') : t('wrong', { answer: question.options[question.answer] ?? '' }),
              question.explanation,
            )}
          </p>
        )}
      </div>
      {isShown && (
        <Button variant="primary" onClick={onNext}>
          {t('nextQuestion')}
        </Button>
      )}
    </>
  )
}
