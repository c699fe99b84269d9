import { AudioLines, AudioWaveform, Ear, Mic, type LucideIcon } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { changeSettings, useSettings, type UserSettings } from '#lib/settings/index.ts'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'
import { QuietChip } from '#ui/controls/quiet-chip.tsx'
import styles from './voice-dock.module.css'

type InputMode = UserSettings['audioInputMode']

const ICONS: Readonly<Record<InputMode, LucideIcon>> = {
  'push-to-talk': Mic,
  continuous: AudioLines,
  'voice-activation': Ear,
  live: AudioWaveform,
}
/** The modes of every server. */
const MODES = ['push-to-talk', 'continuous', 'voice-activation'] as const satisfies InputMode[]

interface ModeChipProps {
  /** a tap on the microphone ends the current recording */
  readonly isTapped: boolean
  /** the microphone is open without a press */
  readonly isListening: boolean
  readonly live: LiveModes
  /** additional menu groups */
  readonly more: readonly MenuGroup[]
}

/** Ways of talking with the live models of this server. */
export interface LiveModes {
  readonly items: MenuGroup['items']
  /** loads the items; called before the menu is opened */
  readonly load: () => void
}

/** Shows the current mode of talking; opens the menu of modes. */
export function ModeChip({ isTapped, isListening, live, more }: ModeChipProps) {
  const t = useTexts('voice')
  const mode = useSettings(({ audioInputMode }) => audioInputMode)
  const label = isTapped ? t('dock.modeTap') : t(`mode.${mode}`)
  const modes = MODES.map((id) => ({
    id,
    label: t(`mode.${id}`),
    hint: t(`modeHelp.${id}`),
    icon: ICONS[id],
    isChecked: id === mode,
    onSelect: () => changeSettings({ audioInputMode: id, hasChosenHowToTalk: true }),
  }))
  return (
    <MenuButton
      label={t('dock.howToTalk')}
      side="top"
      align="end"
      groups={[{ label: t('dock.howToTalk'), items: [...modes, ...live.items] }, ...more]}
      renderOpener={(opener) => (
        <QuietChip
          {...opener}
          label={`${t('dock.howToTalk')}: ${label}`}
          text={label}
          icon={ICONS[mode]}
          className={isListening ? (styles['listeningChip'] ?? '') : ''}
          onFocus={live.load}
          onPointerEnter={() => {
            opener.onPointerEnter()
            live.load()
          }}
        />
      )}
    />
  )
}
