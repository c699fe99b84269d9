import { filledIn, variablesOf } from '@vee/contract/entities/teams/prompt-limits'
import type { SavedPrompt } from '@vee/contract/http/teams/prompts'
import type { FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './prompts.module.css'

interface VariablesFormProps {
  readonly prompt: SavedPrompt
  readonly onBack: () => void
  readonly onFilled: (text: string) => void
}

/** Asks for the values of a prompt's variables. Empty ones remain visible in the text. */
export function VariablesForm({ prompt: { text }, onBack, onFilled }: VariablesFormProps) {
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
