import { Languages } from 'lucide-react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { languageNames } from '#lib/language/language-name.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent } from '../../runtime.ts'
import styles from './detected-language.module.css'

const OTHER_LANGUAGES = 3

/** Shows the language of the transcript, with one tap to transcribe it again in another. */
export function DetectedLanguage() {
  const t = useTexts('speech')
  const language = useLanguage()
  const { languages, session, talkWith } = useRuntime()
  const agentId = useActiveAgent()
  const { chat, composer } = talkWith(agentId)
  const detectedLanguage = useStore(languages.last, (last) => last.detectedLanguage)
  const draft = useStore(chat.state, (state) => state.draft)
  // Sent or edited: there is no transcript left to repeat.
  if (!detectedLanguage || !draft.endsWith(detectedLanguage.text)) return null
  const displayName = languageNames(language)
  const nameOf = (tag: string) => displayName(tag.split('-')[0] ?? tag)
  const others = languages.own().filter((tag) => nameOf(tag) !== nameOf(detectedLanguage.language))
  if (others.length === 0) return null

  function transcribeAgain(tag: string): void {
    if (!detectedLanguage) return
    composer.takeBack(detectedLanguage.text)
    languages.correct(detectedLanguage.utteranceId, tag, () =>
      session.retryUtterance(detectedLanguage.utteranceId),
    )
  }

  return (
    <p className={styles['line']}>
      <Icon of={Languages} size="s" />
      <span>{t('language.heardAs', { language: nameOf(detectedLanguage.language) })}</span>
      {others.slice(0, OTHER_LANGUAGES).map((tag) => (
        <Button key={tag} size="compact" variant="quiet" lang={tag} onClick={() => transcribeAgain(tag)}>
          {t('language.hearAs', { language: nameOf(tag) })}
        </Button>
      ))}
    </p>
  )
}
