import { useSyncExternalStore } from 'react'
import { changePreferences, usePreferences, type Preferences } from '#lib/preferences/index.ts'
import {
  changeHistoryConfig,
  changeSettings,
  useHistoryConfig,
  useSettings,
  type HistoryConfig,
  type UserSettings,
} from '#lib/settings/index.ts'

/** A stored value for a control: subscription and change. */
export interface Binding<Value> {
  readonly read: () => Value
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
  readonly change: (value: Value) => void
}

export function useBound<Value>({ subscribe, read }: Pick<Binding<Value>, 'subscribe' | 'read'>): Value {
  return useSyncExternalStore(subscribe, read)
}

type GroupKey = 'allowedDegradation' | 'continuous' | 'costLimit' | 'sttOptions' | 'vad'

export function setting<Key extends keyof UserSettings>(key: Key): Binding<UserSettings[Key]> {
  return {
    read: () => useSettings.getState()[key],
    subscribe: useSettings.subscribe,
    change: (value) => changeSettings({ [key]: value }),
  }
}

/** Binds one value of a group of settings. */
export function settingIn<Group extends GroupKey, Key extends keyof UserSettings[Group]>(
  group: Group,
  key: Key,
): Binding<UserSettings[Group][Key]> {
  return {
    read: () => useSettings.getState()[group][key],
    subscribe: useSettings.subscribe,
    change: (value) => changeSettings({ [group]: { ...useSettings.getState()[group], [key]: value } }),
  }
}

export function preference<Key extends keyof Preferences>(key: Key): Binding<Preferences[Key]> {
  return {
    read: () => usePreferences.getState()[key],
    subscribe: usePreferences.subscribe,
    change: (value) => changePreferences({ [key]: value }),
  }
}

export function historySetting<Key extends keyof HistoryConfig>(key: Key): Binding<HistoryConfig[Key]> {
  return {
    read: () => useHistoryConfig.getState()[key],
    subscribe: useHistoryConfig.subscribe,
    change: (value) => changeHistoryConfig({ [key]: value }),
  }
}

type LanguageKey = 'speechLanguage' | 'fixedResponseLanguage' | 'responseLanguageMode'

/** Binds a manually selected language: detection and the interface no longer change it. */
export function chosenLanguage<Key extends LanguageKey>(key: Key): Binding<UserSettings[Key]> {
  return {
    ...setting(key),
    change: (value) => {
      const isChoice = value !== '' && value !== 'auto'
      changeSettings({ [key]: value, ...(isChoice ? { languagePreferenceLocked: true } : {}) })
    },
  }
}

/** The commas of Latin, Japanese and Chinese writing, which differ by keyboard. */
const COMMAS = /[,、，]/u

export const wakeWordsAsText: Binding<string> = {
  read: () => useSettings.getState().wakeWords.join(', '),
  subscribe: useSettings.subscribe,
  change: (text) => changeSettings({ wakeWords: text.split(COMMAS) }),
}
