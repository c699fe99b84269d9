import { useLanguage, useTexts } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { RadioGroup, Switch } from '#ui/controls/choice.tsx'
import { Slider } from '#ui/controls/slider.tsx'
import styles from './voice-controls.module.css'

/** The voice settings that are often needed during a conversation. The settings screen has all of them. */
export function VoiceControls() {
  const t = useTexts('settings')
  const { ttsVolume, ttsRate, ttsProvider, autoPlayTts, sendsTranscriptAtOnce } = useSettings()
  const language = useLanguage()
  const figure = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(value)
  return (
    <div className={styles['controls']}>
      <Slider
        label={t('fields.ttsVolume.label')}
        value={ttsVolume}
        min={0}
        max={1}
        step={0.05}
        valueText={figure(ttsVolume, { style: 'percent' })}
        onChange={(volume) => changeSettings({ ttsVolume: volume })}
      />
      <Slider
        label={t('fields.ttsRate.label')}
        value={ttsRate}
        min={0.25}
        max={4}
        step={0.05}
        valueText={`${figure(ttsRate, { minimumFractionDigits: 2 })} ×`}
        onChange={(rate) => changeSettings({ ttsRate: rate })}
      />
      <RadioGroup
        label={t('fields.ttsProvider.label')}
        value={ttsProvider}
        options={[
          { value: 'server', label: t('fields.ttsProvider.options.server') },
          { value: 'browser', label: t('fields.ttsProvider.options.browser') },
        ]}
        onChange={(provider) => changeSettings({ ttsProvider: provider })}
      />
      <Switch
        label={t('fields.autoPlayTts.label')}
        isOn={autoPlayTts}
        onChange={(isOn) => changeSettings({ autoPlayTts: isOn })}
      />
      <Switch
        label={t('fields.sendsTranscriptAtOnce.label')}
        isOn={sendsTranscriptAtOnce}
        onChange={(isOn) => changeSettings({ sendsTranscriptAtOnce: isOn })}
      />
    </div>
  )
}
