import { type ThemeId, THEME_IDS } from '@vee/contract/entities/theme'
import { systemLog } from '#lib/log.ts'
import {
  inheritOlderVersion,
  STORAGE_KEYS,
  readText,
  removeStorageKey,
  writeText,
} from '#lib/storage/storage.ts'
import { THEMES, type Theme } from './registry.ts'

const DEFAULT_THEME: ThemeId = 'sakura-sunset'
const LIGHT_THEME: ThemeId = 'aurora-daybreak'

/** The page with the theme, and its environment. */
export interface ThemePage {
  show(theme: Theme): void
  /** 0..23, local time */
  hour(): number
  systemIsDark(): boolean
  /** Both return a function that unsubscribes. */
  onSystemChange(listener: () => void): () => void
  onReturn(listener: () => void): () => void
}

export interface ThemeChange {
  readonly theme: Theme
  /** false if the system, the hour or another preference changed it: without an accent then */
  readonly byUser: boolean
}

/** Applies the theme to the page. One instance per page. */
export class ThemeController {
  readonly #page: ThemePage
  readonly #listeners = new Set<(change: ThemeChange) => void>()
  #autoTheme: boolean
  /** as chosen or stored: it may be an unknown id */
  #chosen: string | undefined
  #current: ThemeId

  constructor(page: ThemePage, autoTheme: boolean) {
    this.#page = page
    this.#autoTheme = autoTheme
    this.#choose(readText(inheritOlderVersion(STORAGE_KEYS.themeChoice)))
    this.#current = this.#fitting()
    this.#show()
  }

  get current(): Theme {
    return THEMES[this.#current]
  }

  /** Returns the user's choice; undefined while the theme follows the hour or the system. */
  get chosen(): ThemeId | undefined {
    return knownTheme(this.#chosen)
  }

  /**
   * Follows the system, and the hour whenever the page becomes visible, while there is no choice. Returns a
   * function that stops it.
   */
  follow(): () => void {
    const adapt = () => this.#adapt()
    const undo = [this.#page.onSystemChange(adapt), this.#page.onReturn(adapt)]
    return () => {
      for (const stop of undo) stop()
    }
  }

  /**
   * Applies the user's choice. An unknown id counts as none: the system's theme is applied. Throws if the
   * page cannot apply it.
   */
  choose(id: string): void {
    this.#choose(id)
    const isTheme = this.chosen !== undefined
    if (isTheme) writeText(STORAGE_KEYS.themeChoice, id)
    this.#change(this.#fitting(), isTheme)
  }

  /** Chooses `dark`, `light` or an id, as in voice commands; the default theme for anything else. */
  chooseByWish(wish: string): void {
    this.choose(themeOfWish(wish))
  }

  /** Returns to following the hour or the system. */
  forgetChoice(): void {
    this.#chosen = undefined
    removeStorageKey(STORAGE_KEYS.themeChoice)
    this.#change(this.#fitting(), false)
  }

  setAutoTheme(autoTheme: boolean): void {
    this.#autoTheme = autoTheme
    this.#adapt()
  }

  /** Notifies about every change of the theme, and of every choice. Returns a function that unsubscribes. */
  subscribe(listener: (change: ThemeChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #choose(id: string | undefined): void {
    this.#chosen = id
    if (id === undefined || this.chosen) return
    // oxlint-disable-next-line no-console -- a warning for developers
    console.warn(`Theme "${id}" is unknown; the system's is used`)
  }

  /** The user did not request this change, so a failure is only logged. */
  #adapt(): void {
    try {
      this.#change(this.#fitting(), false)
    } catch (error) {
      systemLog.add('ERROR', `The theme could not follow: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }

  #fitting(): ThemeId {
    return chooseTheme({
      chosen: this.#chosen,
      autoTheme: this.#autoTheme,
      hour: this.#page.hour(),
      systemIsDark: this.#page.systemIsDark(),
    })
  }

  #change(theme: ThemeId, byUser: boolean): void {
    if (theme === this.#current && !byUser) return
    this.#current = theme
    this.#show()
    for (const listener of this.#listeners) listener({ theme: this.current, byUser })
  }

  #show(): void {
    this.#page.show(this.current)
    writeText(STORAGE_KEYS.themeId, this.#current)
  }
}

/** Returns the real page: the root's `data-theme`, the browser's frame, the system's scheme, the clock. */
export function browserPage(): ThemePage {
  const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
  return {
    show(theme) {
      document.documentElement.dataset['theme'] = theme.id
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme.groundColour)
    },
    hour: () => new Date().getHours(),
    systemIsDark: () => systemDark.matches,
    onSystemChange(listener) {
      systemDark.addEventListener('change', listener)
      return () => systemDark.removeEventListener('change', listener)
    },
    onReturn(listener) {
      const check = () => {
        if (!document.hidden) listener()
      }
      document.addEventListener('visibilitychange', check)
      return () => document.removeEventListener('visibilitychange', check)
    },
  }
}

/** The inputs for the choice of a theme. */
interface ThemeCircumstances {
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
  return THEME_IDS.find((themeId) => themeId === id)
}

/** Returns the theme for `dark`, `light` or a theme's id; the default theme for anything else. */
export function themeOfWish(wish: string): ThemeId {
  return wish === 'light' ? LIGHT_THEME : (knownTheme(wish) ?? DEFAULT_THEME)
}
