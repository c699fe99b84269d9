import type { Voice } from '@vee/contract/entities/voice'
import { Play, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { languageNames } from '#lib/language/language-name.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import styles from './voice-choice.module.css'
import { type PlayVoice, useReplyLanguage, useSample } from './use-sample.ts'
import { divideVoices, voiceLabel } from './voice-label.ts'

interface VoiceChoiceProps {
  readonly label: string
  /** of the server and of this browser; empty while loading */
  readonly voices: readonly Voice[]
  readonly play: PlayVoice
}

/** The voices of the user's language as a list, each with a sample; those of other languages are folded. */
export function VoiceChoice({ label, voices, play }: VoiceChoiceProps) {
  const t = useTexts('settings')
  const page = useLanguage()
  const chosenId = useSettings(({ selectedTtsVoiceId }) => selectedTtsVoiceId)
  const fromBrowser = useSettings(({ ttsProvider }) => ttsProvider === 'browser')
  const language = useReplyLanguage(page)
  const nameOf = languageNames(page)
  const sample = useSample(play)
  const offered = voices.filter(({ provider }) => (provider === 'browser') === fromBrowser)
  const chosen = offered.find(({ id }) => id === chosenId)
  const { first, others } = divideVoices(offered, language, chosen?.id ?? '')
  const [other, setOther] = useState('')
  const shown = others.find((group) => group.language === other) ?? others[0]
  const group = useId()
  const row = (voice: Voice, isLanguageKnown: boolean) => (
    <VoiceRow
      key={voice.id}
      group={group}
      label={[
        ...voiceLabel(voice, nameOf, isLanguageKnown),
        ...(voice.gender === null ? [] : [t(`voiceGender.${voice.gender}`)]),
      ].join(', ')}
      hint={voice.description}
      isChosen={voice.id === chosen?.id}
      isPlaying={sample.playing === voice.id}
      onChoose={() => changeSettings({ selectedTtsVoiceId: voice.id })}
      onPlay={() => sample.toggle(voice)}
    />
  )
  return (
    <fieldset className={styles['voices']}>
      <legend>{label}</legend>
      {!chosen && !fromBrowser && <p className={styles['hint']}>{t('voiceOrder')}</p>}
      {sample.hasFailed && <p role="status">{t('voiceFailed')}</p>}
      <ul className={styles['list']}>
        <VoiceRow
          group={group}
          label={t('byLanguage')}
          hint=""
          isChosen={!chosen}
          isPlaying={first[0] !== undefined && sample.playing === first[0].id}
          onChoose={() => changeSettings({ selectedTtsVoiceId: '' })}
          onPlay={first[0] && (() => first[0] && sample.toggle(first[0]))}
        />
        {first.map((voice) => row(voice, voice.lang === language))}
      </ul>
      {others.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('moreLanguages')}</summary>
          <Select
            label={t('voiceLanguage')}
            value={shown?.language ?? ''}
            options={others.map((languageGroup) => ({
              value: languageGroup.language,
              label: languageGroup.language === '' ? t('unknownLanguage') : nameOf(languageGroup.language),
            }))}
            onChange={setOther}
          />
          <ul className={styles['list']}>{shown?.voices.map((voice) => row(voice, false))}</ul>
        </details>
      )}
    </fieldset>
  )
}

interface VoiceRowProps {
  /** name of the radio buttons */
  readonly group: string
  readonly label: string
  readonly hint: string
  readonly isChosen: boolean
  readonly isPlaying: boolean
  readonly onChoose: () => void
  /** undefined if nothing can be played */
  readonly onPlay: (() => void) | undefined
}

function VoiceRow({ group, label, hint, isChosen, isPlaying, onChoose, onPlay }: VoiceRowProps) {
  const t = useTexts('settings')
  return (
    <li className={styles['row']}>
      <label className={styles['choice']}>
        <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
        <span className={styles['name']}>
          {label}
          {/* The server's descriptions are in English. */}
          {hint !== '' && <small lang="en">{hint}</small>}
        </span>
      </label>
      {onPlay && (
        <IconButton
          icon={isPlaying ? Square : Play}
          label={t(isPlaying ? 'stopVoice' : 'playVoice', { voice: label })}
          onClick={onPlay}
        />
      )}
    </li>
  )
}
