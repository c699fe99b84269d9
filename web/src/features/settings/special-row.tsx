import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Voice } from '@vee/contract/entities/voice'
import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { listAudioDevices } from '#lib/audio/audio-devices.ts'
import { chosenLiveModel, useLiveModels } from '#lib/live-models.ts'
import { changeSettings, useSettings, type UserSettings } from '#lib/settings/index.ts'
import { useSearchEngines } from '#lib/settings/search-engines.ts'
import { RadioGroup, Switch } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import styles from './settings.module.css'
import type { RowTexts } from './row-texts.ts'
import type { SpecialControl } from './sections.ts'
import { AgentVoices, type SpeakingAgent } from './agent-voices.tsx'
import type { PlayVoice } from './use-sample.ts'
import { VoiceChoice } from './voice-choice.tsx'

/** The options of these controls, provided by the page. */
export interface SpecialSources {
  readonly agents: readonly (SpeakingAgent & { readonly id: AgentId; readonly locked: boolean })[]
  /** empty while loading */
  readonly voices: readonly Voice[]
  readonly playVoice: PlayVoice
  readonly interfaceLanguage: {
    readonly value: string
    readonly options: readonly { readonly value: string; readonly label: string; readonly lang: string }[]
    readonly onChange: (value: string) => void
  }
  readonly themes: ReactNode
  /** opens the check of microphone and voice */
  readonly voiceCheck: ReactNode
  /** opens the dialog that teaches wake words to this device */
  readonly teachWakeWords: ReactNode
}

interface SpecialRowProps {
  readonly control: SpecialControl
  readonly texts: RowTexts
  readonly sources: SpecialSources
}

export function SpecialRow({ control, texts, sources }: SpecialRowProps) {
  const { label } = texts
  switch (control) {
    case 'input-mode':
      return <InputModeChoice texts={texts} />
    case 'live-voice':
      return <LiveVoiceSelect texts={texts} />
    case 'microphone':
      return <DeviceSelect label={label} kind="audioinput" setting="selectedAudioInputDeviceId" />
    case 'speaker':
      return <DeviceSelect label={label} kind="audiooutput" setting="selectedAudioOutputDeviceId" />
    case 'voice':
      return <VoiceChoice label={label} voices={sources.voices} play={sources.playVoice} />
    case 'agent-voices':
      return (
        <AgentVoices texts={texts} agents={sources.agents} voices={sources.voices} play={sources.playVoice} />
      )
    case 'interface-language':
      return <Select label={label} {...sources.interfaceLanguage} />
    case 'theme':
      return sources.themes
    case 'voice-check':
      return sources.voiceCheck
    case 'wake-words':
      return (
        <>
          {sources.teachWakeWords}
          <p className={styles['hint']}>{texts.hint}</p>
        </>
      )
    case 'web-search':
      return <WebSearchSwitch texts={texts} />
    case 'agent':
      return <AgentSelect label={label} agents={sources.agents} setting="activeAgentId" />
    case 'default-agent':
      return <AgentSelect label={label} agents={sources.agents} setting="defaultMode" />
  }
}

/** Names the engines that receive the words. */
function WebSearchSwitch({ texts: { label, hint = '' } }: Pick<SpecialRowProps, 'texts'>) {
  const t = useTexts('settings')
  const language = useLanguage()
  const isOn = useSettings(({ searchesWeb }) => searchesWeb)
  const names = useSearchEngines((engines) => engines.names)
  const engines =
    names &&
    (names.length === 0
      ? t('noSearchEngine')
      : t('searchEngines', { engines: new Intl.ListFormat(language).format(names) }))
  return (
    <Switch
      label={label}
      hint={[engines, hint].filter(Boolean).join(' ')}
      isOn={isOn}
      onChange={(searchesWeb) => changeSettings({ searchesWeb })}
    />
  )
}

/** The live mode is offered where this server has a live model. */
function InputModeChoice({ texts: { label, hint, options } }: Pick<SpecialRowProps, 'texts'>) {
  const value = useSettings(({ audioInputMode }) => audioInputMode)
  const hasLive = useLiveModels(({ models }) => models.some(({ locked }) => locked === null))
  const offered = Object.entries(options).filter(([mode]) => mode !== 'live' || hasLive || value === 'live')
  return (
    <>
      <RadioGroup
        label={label}
        value={value}
        layout="row"
        options={offered.map(([mode, text]) => ({ value: mode, label: text }))}
        // The options are those of the setting.
        onChange={(mode) => changeSettings({ audioInputMode: mode as UserSettings['audioInputMode'] })}
      />
      <p className={styles['hint']}>{hint}</p>
    </>
  )
}

function LiveVoiceSelect({ texts: { label, hint } }: Pick<SpecialRowProps, 'texts'>) {
  const t = useTexts('settings')
  const { liveModelId, liveVoiceId } = useSettings()
  const model = useLiveModels(({ models }) => chosenLiveModel(models, liveModelId))
  if (!model) return null
  const isKnown = model.voices.some(({ id }) => id === liveVoiceId)
  return (
    <>
      <Select
        label={label}
        value={isKnown ? liveVoiceId : ''}
        options={[
          { value: '', label: t('liveVoiceDefault') },
          ...model.voices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => changeSettings({ liveVoiceId: id })}
      />
      <p className={styles['hint']}>{hint}</p>
    </>
  )
}

interface DeviceSelectProps {
  readonly label: string
  readonly kind: 'audioinput' | 'audiooutput'
  readonly setting: 'selectedAudioInputDeviceId' | 'selectedAudioOutputDeviceId'
}

/** Browsers return the names of devices only with the microphone permission; without it they are numbered. */
function DeviceSelect({ label, kind, setting }: DeviceSelectProps) {
  const t = useTexts('settings')
  const value = useSettings((settings) => settings[setting])
  const devices = useAudioDevices(kind)
  return (
    <Select
      label={label}
      value={value}
      options={[
        { value: '', label: t('systemDevice') },
        ...devices.map((device, index) => ({
          value: device.deviceId,
          label: device.label || t('deviceNumber', { number: index + 1 }),
        })),
      ]}
      onChange={(id) => changeSettings({ [setting]: id })}
    />
  )
}

interface AgentSelectProps {
  readonly label: string
  readonly agents: SpecialSources['agents']
  readonly setting: 'activeAgentId' | 'defaultMode'
}

function AgentSelect({ label, agents, setting }: AgentSelectProps) {
  const value = useSettings((settings) => settings[setting])
  return (
    <Select
      label={label}
      value={value}
      options={
        agents.length === 0
          ? [{ value, label: value }]
          : agents.map(({ id, label: name, locked }) => ({ value: id, label: name, isDisabled: locked }))
      }
      // The store accepts known agents only.
      onChange={(id) => changeSettings({ [setting]: id })}
    />
  )
}

type AudioKind = 'audioinput' | 'audiooutput'

/** Lists the devices again once the microphone is allowed, for example by the voice check on this page. */
async function followPermission(look: () => void, signal: AbortSignal): Promise<void> {
  // Not every browser supports the query of the microphone's permission.
  const microphone = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined)
  if (!signal.aborted) microphone?.addEventListener('change', look, { signal })
}

/** Returns the available devices of a kind, and follows changes. */
export function useAudioDevices(kind: AudioKind): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const stay = new AbortController()
    const look = async () => {
      const all = await listAudioDevices()
      if (!stay.signal.aborted) setDevices(all.filter((device) => device.kind === kind))
    }
    void look()
    navigator.mediaDevices?.addEventListener('devicechange', () => void look(), { signal: stay.signal })
    void followPermission(() => void look(), stay.signal)
    return () => stay.abort()
  }, [kind])
  return devices
}
