import { AudioWaveform } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { chosenLiveModel, loadLiveModels, useLiveModels } from '#lib/live-models.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import { describeLiveModel } from './describe-live-model.ts'

/** Returns a menu item for each live model of this server, and the way to load them. */
export function useLiveModes(api: Api): {
  readonly items: MenuGroup['items']
  readonly load: () => void
} {
  const t = useTexts('voice')
  const language = useLanguage()
  const models = useLiveModels((state) => state.models)
  const isLive = useSettings(({ audioInputMode }) => audioInputMode === 'live')
  const liveModelId = useSettings((settings) => settings.liveModelId)
  const load = useCallback(() => void loadLiveModels(api), [api])
  const items = useMemo(
    () =>
      models.map((model) => {
        const { id, name, locked } = model
        return {
          id: `live:${id}`,
          label: models.length === 1 ? t('mode.live') : `${t('mode.live')}: ${name}`,
          hint: describeLiveModel(model, t, language),
          icon: AudioWaveform,
          isChecked: isLive && chosenLiveModel(models, liveModelId)?.id === id,
          isDisabled: locked !== null,
          onSelect: () => changeSettings({ audioInputMode: 'live', liveModelId: id }),
        }
      }),
    [isLive, language, liveModelId, models, t],
  )
  return { items, load }
}
