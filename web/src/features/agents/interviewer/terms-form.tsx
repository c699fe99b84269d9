import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { INTERVIEW_LEVELS, type Terms } from './interview.ts'
import styles from './interviewer.module.css'

const MINUTES = [15, 30, 45, 60]
const LANGUAGES = ['python', 'javascript', 'typescript', 'java', 'c++', 'go', 'rust']
const MAX_TOPIC_LENGTH = 200

/** The parameters of an interview before it begins. */
export function TermsForm({ onStart }: { readonly onStart: (terms: Terms) => void }) {
  const t = useTexts('interview')
  const preferred = useSettings(({ preferredCodingLanguage }) => preferredCodingLanguage)
  const [terms, setTerms] = useState<Terms>({ topic: '', level: 'mid', language: preferred, minutes: 45 })
  const languages = [...new Set([preferred, ...LANGUAGES])]
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        const topic = terms.topic.trim()
        onStart({ ...terms, topic: topic === '' ? t('topicDefault') : topic })
      }}
    >
      <p className={styles['lead']}>{t('intro')}</p>
      <TextField
        label={t('topic')}
        placeholder={t('topicDefault')}
        maxLength={MAX_TOPIC_LENGTH}
        value={terms.topic}
        onChange={(event) => setTerms({ ...terms, topic: event.target.value })}
      />
      <div className={styles['fields']}>
        <Select
          label={t('level')}
          value={terms.level}
          options={INTERVIEW_LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))}
          onChange={(value) =>
            setTerms({ ...terms, level: INTERVIEW_LEVELS.find((level) => level === value) ?? 'mid' })
          }
        />
        <Select
          label={t('language')}
          value={terms.language}
          options={languages.map((value) => ({ value, label: value }))}
          onChange={(language) => setTerms({ ...terms, language })}
        />
        <Select
          label={t('minutes')}
          value={String(terms.minutes)}
          options={MINUTES.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={(value) => setTerms({ ...terms, minutes: Number(value) })}
        />
      </div>
      <Button variant="primary" type="submit" icon={Play}>
        {t('start')}
      </Button>
    </form>
  )
}
