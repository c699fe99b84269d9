import type { Translate } from '#i18n/index.ts'
import { THEMES, type ThemeController } from '#themes/index.ts'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'

export interface ThemeMenuChoice {
  readonly themes: ThemeController
  /** whether the theme follows the time of day without a choice; otherwise it follows the system */
  readonly autoTheme: boolean
  /** called when the page could not apply the chosen theme */
  readonly onFailure: () => void
}

/** Returns the six themes, and the option to follow the hour or the system. */
export function themeGroups(
  { themes, autoTheme, onFailure }: ThemeMenuChoice,
  t: Translate<'shell'>,
): MenuGroup[] {
  const choose = (apply: () => void) => () => {
    try {
      apply()
    } catch {
      onFailure()
    }
  }
  const group = (label: string, isDarkGroup: boolean): MenuGroup => ({
    label,
    items: Object.values(THEMES)
      .filter(({ isDark }) => isDark === isDarkGroup)
      .map(({ id, name }) => ({
        id,
        label: name,
        isChecked: themes.chosen === id,
        onSelect: choose(() => themes.choose(id)),
      })),
  })
  return [
    group(t('themeDark'), true),
    group(t('themeLight'), false),
    {
      items: [
        {
          id: 'unchosen',
          label: t(autoTheme ? 'themeAuto' : 'themeSystem'),
          isChecked: themes.chosen === undefined,
          onSelect: choose(() => themes.forgetChoice()),
        },
      ],
    },
  ]
}
