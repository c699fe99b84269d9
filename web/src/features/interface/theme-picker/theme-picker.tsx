import { Palette } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { themeGroups, type ThemeMenuChoice } from './theme-menu.ts'
import { useTheme } from './use-theme.ts'

export function ThemePicker(props: ThemeMenuChoice) {
  const t = useTexts('shell')
  useTheme(props.themes)
  return (
    <MenuButton
      label={t('theme')}
      align="end"
      renderOpener={(opener) => (
        <IconButton {...opener} icon={Palette} label={t('theme')} tooltipSide="below" />
      )}
      groups={themeGroups(props, t)}
    />
  )
}
