import { THEME_IDS, type ThemeId } from '@vee/contract/entities/theme'

const DEFAULT_THEME: ThemeId = 'sakura-sunset'
const LIGHT_THEME: ThemeId = 'aurora-daybreak'

/** The inputs for the choice of a theme. */
export interface ThemeCircumstances {
  /** the id that the user chose, if any; it may be unknown */
  readonly chosen: string | undefined
  /** the preference for following the time of day */
  readonly autoTheme: boolean
  /** 0..23, local time */
  readonly hour: number
  readonly systemIsDark: boolean
}

/**
 * Returns the user's choice, or the system's theme if that is invalid; without a choice the theme of the
 * hour, if enabled; otherwise the system's.
 */
export function chooseTheme({ chosen, autoTheme, hour, systemIsDark }: ThemeCircumstances): ThemeId {
  const followsHour = autoTheme && chosen === undefined
  return knownTheme(chosen) ?? (followsHour ? themeOfHour(hour) : systemIsDark ? DEFAULT_THEME : LIGHT_THEME)
}

export function themeOfHour(hour: number): ThemeId {
  if (hour < 6 || hour >= 20) return 'sakura-sunset'
  if (hour < 12) return 'aurora-daybreak'
  return hour < 17 ? 'warm-embrace' : 'twilight-neo'
}

export function knownTheme(id: string | undefined): ThemeId | undefined {
  return THEME_IDS.find((known) => known === id)
}

/** Returns the theme for `dark`, `light` or a theme's id; the default theme for anything else. */
export function themeOfWish(wish: string): ThemeId {
  return wish === 'light' ? LIGHT_THEME : (knownTheme(wish) ?? DEFAULT_THEME)
}
