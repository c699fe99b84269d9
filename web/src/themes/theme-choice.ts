import { THEME_IDS, type ThemeId } from '@vee/contract/entities/theme'

const DEFAULT_THEME: ThemeId = 'sakura-sunset'
const LIGHT_THEME: ThemeId = 'aurora-daybreak'

/** What the choice of a theme depends on. */
export interface ThemeCircumstances {
  /** what the user chose, if anything */
  readonly chosen: ThemeId | undefined
  /** the preference to follow the time of day */
  readonly autoTheme: boolean
  /** 0..23, local time */
  readonly hour: number
  readonly systemIsDark: boolean
}

/** The user's choice; else the hour, when the theme may follow it; else the system. */
export function chooseTheme({ chosen, autoTheme, hour, systemIsDark }: ThemeCircumstances): ThemeId {
  if (chosen) return chosen
  return autoTheme ? themeOfHour(hour) : themeOfSystem(systemIsDark)
}

export function themeOfSystem(isDark: boolean): ThemeId {
  return isDark ? DEFAULT_THEME : LIGHT_THEME
}

export function themeOfHour(hour: number): ThemeId {
  if (hour >= 6 && hour < 12) return 'aurora-daybreak'
  if (hour >= 12 && hour < 17) return 'warm-embrace'
  if (hour >= 17 && hour < 20) return 'twilight-neo'
  return 'sakura-sunset'
}

export function knownTheme(id: string | undefined): ThemeId | undefined {
  return THEME_IDS.find((known) => known === id)
}

/** `dark`, `light` or a theme's id; anything else is the default theme. */
export function themeOfWish(wish: string): ThemeId {
  if (wish === 'dark') return DEFAULT_THEME
  if (wish === 'light') return LIGHT_THEME
  return knownTheme(wish) ?? DEFAULT_THEME
}
