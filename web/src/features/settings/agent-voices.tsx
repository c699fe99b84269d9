import type { Agent } from '@vee/contract/entities/agent'
import type { Voice } from '@vee/contract/entities/voice'
import { Play, Square } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { languageNames } from '#lib/language/language-name.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { castVoice } from '#voice/speak/voices/cast-voices.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import type { RowTexts } from './row-texts.ts'
import { type PlayVoice, useReplyLanguage, useSample } from './use-sample.ts'
import styles from './voice-choice.module.css'
import { divideVoices, voiceLabel } from './voice-label.ts'

export type SpeakingAgent = Pick<Agent, 'id' | 'label' | 'voiceWish' | 'defaultVoicePersona'>

interface AgentVoicesProps {
  readonly texts: RowTexts
  readonly agents: readonly SpeakingAgent[]
  /** of the server and of this browser; empty while loading */
  readonly voices: readonly Voice[]
  readonly play: PlayVoice
}

/** The voice of each assistant: matched to its wish, or chosen; each with a sample. Folded, because few change it. */
export function AgentVoices({ texts, agents, voices, play }: AgentVoicesProps) {
  const t = useTexts('settings')
  const page = useLanguage()
  const { ttsProvider, voiceByAgent, selectedTtsVoiceId } = useSettings()
  const language = useReplyLanguage(page)
  const nameOf = languageNames(page)
  const sample = useSample(play)
  const offered = voices.filter(({ provider }) => (provider === 'browser') === (ttsProvider === 'browser'))

  function row(agent: SpeakingAgent) {
    const { id, label, voiceWish: wish, defaultVoicePersona } = agent
    const voiceId = voiceByAgent[id] ?? ''
    const usualId = defaultVoicePersona?.voiceId ?? selectedTtsVoiceId
    const speaker = { id, name: label, voiceId: voiceId === '' ? usualId : voiceId, wish }
    const role = castVoice(offered, { language, speakers: [speaker], speakerId: id })
    const { first } = divideVoices(offered, language, voiceId)
    const isPlaying = sample.playing === id
    return (
      <li key={id} className={styles['agent']}>
        <Select
          label={label}
          value={first.some((voice) => voice.id === voiceId) ? voiceId : ''}
          options={[
            { value: '', label: t('automaticVoice') },
            ...first.map((voice) => ({
              value: voice.id,
              label: voiceLabel(voice, nameOf, voice.lang === language).join(', '),
            })),
          ]}
          onChange={(chosen) => changeSettings({ voiceByAgent: withVoice(voiceByAgent, id, chosen) })}
        />
        {role && (
          <IconButton
            icon={isPlaying ? Square : Play}
            label={t(isPlaying ? 'stopVoice' : 'playVoice', { voice: label })}
            onClick={() => sample.toggle(role.voice, { id, semitones: role.semitones, pace: role.pace })}
          />
        )}
      </li>
    )
  }
  return (
    <details className={styles['more']}>
      <summary>{texts.label}</summary>
      <p className={styles['hint']}>{texts.hint}</p>
      {sample.hasFailed && <p role="status">{t('voiceFailed')}</p>}
      <ul className={styles['list']}>{agents.map(row)}</ul>
    </details>
  )
}

/** Returns the choices with another voice for an agent; an empty one removes its choice. */
function withVoice(
  voiceByAgent: Readonly<Record<string, string>>,
  agentId: string,
  voiceId: string,
): Readonly<Record<string, string>> {
  const { [agentId]: _, ...others } = voiceByAgent
  return voiceId === '' ? others : { ...others, [agentId]: voiceId }
}
