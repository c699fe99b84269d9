import { systemLog } from '../log.ts'

/** `local` survives the tab; `session` has the lifetime of the tab, including reloads. */
type StorageArea = 'local' | 'session'

export interface StorageKey {
  readonly area: StorageArea
  readonly key: string
}

/** Prefix of the databases with the data of one owner each; see openIndexedStore. */
export const INDEXED_STORE_PREFIX = 'vee-shelf-'

/** All keys of the web client in the browser's storage. A version in a key is part of the contract. */
export const STORAGE_KEYS = {
  /** the bearer token of a remembered user, and of one who is not */
  rememberedToken: { area: 'local', key: 'vee.auth-token' },
  tabToken: { area: 'session', key: 'vee.auth-token' },
  /** the account whose data this browser stores, after the end of its token; removed with the token */
  dataOwner: { area: 'local', key: 'vee.data-owner' },
  /** the owner id of a visitor's recordings in this browser; replaced at each sign-out */
  visitorId: { area: 'local', key: 'vee.visitor-mark' },
  sessionId: { area: 'session', key: 'vee.session-id' },
  locale: { area: 'local', key: 'vee.locale' },
  themeChoice: { area: 'local', key: 'vee.theme-choice.v1' },
  themeId: { area: 'local', key: 'vee.theme-id' },
  uiPreferences: { area: 'local', key: 'vee.ui-preferences' },
  userSettings: { area: 'local', key: 'vee.user-settings.v1.5.1' },
  historyConfig: { area: 'local', key: 'vee.history-config.v2.6.1' },
  /** the user's own provider keys; never part of an export */
  ownKeys: { area: 'local', key: 'vee.own-keys.v1' },
  /** lengths of the user's pauses within spoken turns, in ms */
  speechPauses: { area: 'local', key: 'vee.speech-pauses.v1' },
  /** who may receive sound before a wake word, as the user agreed on this device */
  wakeWordRecipients: { area: 'local', key: 'vee.wake-word-recipients.v1' },
  /** when models in the browser were too slow, ms since 1970 */
  slowModels: { area: 'local', key: 'vee.slow-models.v1' },
  favouriteAgents: { area: 'local', key: 'vee.favourite-agents' },
  /** the day on which this tab was last opened: another day starts a new visit */
  visitDay: { area: 'session', key: 'vee.visit-day' },
  /** set at sign-out, for a notice on the next page */
  loggedOut: { area: 'session', key: 'vee.logged-out' },
  /** the sentence being spoken, so that a reloaded page can continue */
  speaking: { area: 'session', key: 'vee.speaking.v1' },
  /** an entry of the unencrypted diary that was not saved before the page closed */
  diaryWords: { area: 'local', key: 'vee.diary-words.v1' },
  /** a change of a meeting that was not saved before the page closed */
  unsavedMeetingChange: { area: 'local', key: 'vee.unsaved-meeting-change.v1' },
  welcomed: { area: 'local', key: 'vee.welcomed' },
  /** the creation time of the host's dismissed notice */
  hiddenNotice: { area: 'local', key: 'vee.hidden-notice' },
  /** set once the notice that offers setup was hidden */
  hiddenSetUpNotice: { area: 'local', key: 'vee.hidden-set-up-notice' },
  /** `open` or `closed`: the list of conversations next to the page on wide screens */
  sidebar: { area: 'local', key: 'vee.sidebar.v1' },
  /** set once the language of what is said has been looked at in this browser session */
  languageDetected: { area: 'session', key: 'vee.language-detected' },
  /** a pending sign-in with an identity provider, started by this tab */
  outsideSignIn: { area: 'session', key: 'vee.outside-sign-in.v1' },
  /** an incomplete registration; it never contains the password */
  registration: { area: 'session', key: 'vee.registration.v1' },
  /**
   * the user whose conversations and drafts this tab contains, also after the end of their session; not set
   * for visitors
   */
  tabOwner: { area: 'session', key: 'vee.tab.owner' },
} as const satisfies Record<string, StorageKey>

/** What is stored until the page closes, where the browser blocks storage. */
const inMemory: Readonly<Record<StorageArea, Map<string, string>>> = { local: new Map(), session: new Map() }

/** Returns undefined if the browser blocks storage: reading the property then throws, or returns null. */
function open(area: StorageArea): Storage | undefined {
  try {
    const storage = area === 'local' ? globalThis.localStorage : globalThis.sessionStorage
    storage.getItem('')
    return storage
  } catch {
    return undefined
  }
}

/** Returns true if the browser blocks storage: nothing outlives the page. */
export const isStorageBlocked = () => open('local') === undefined

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- a warning for developers about unusable stored values
  console.warn(message)
  systemLog.add('WARN', message)
}

/** Returns undefined if nothing is stored. */
export function readText({ area, key }: StorageKey): string | undefined {
  return open(area)?.getItem(key) ?? inMemory[area].get(key)
}

/**
 * Returns false if the text will not outlive the page: storage is blocked, and the text is in memory, or storage is
 * full, and the previous value is preserved.
 */
export function writeText({ area, key }: StorageKey, text: string): boolean {
  const storage = open(area)
  if (!storage) {
    inMemory[area].set(key, text)
    warn(`Storage is blocked: ${key} is kept until the page closes`)
    return false
  }
  try {
    storage.setItem(key, text)
    return true
  } catch {
    warn(`Storage is full: ${key} was not kept`)
    return false
  }
}

export function removeStorageKey({ area, key }: StorageKey): void {
  open(area)?.removeItem(key)
  inMemory[area].delete(key)
}

/** Removes everything, also what belongs to no place of this version. */
export function clearStorage(): void {
  for (const area of ['local', 'session'] as const) {
    open(area)?.clear()
    inMemory[area].clear()
  }
}

/** `vee.user-settings.v1.5.1` is version 1.5.1 of `vee.user-settings`; a key without a number is older than any. */
const VERSIONED = /^(.+?)(?:\.v(\d+(?:\.\d+)*))?$/

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/**
 * Returns the same place after a migration: if it is empty, the value of the nearest older version is moved
 * there, and older ones are removed. A newer version's value is preserved, for a later upgrade.
 */
export function inheritOlderVersion(storageKey: StorageKey): StorageKey {
  const [, stem, version = ''] = VERSIONED.exec(storageKey.key) ?? []
  try {
    const storage = open(storageKey.area)
    if (!storage || storage.getItem(storageKey.key) !== null) return storageKey
    const older = Object.keys(storage)
      .map((key) => ({ key, match: VERSIONED.exec(key) }))
      .filter(({ match }) => match?.[1] === stem && compareVersions(match?.[2] ?? '', version) < 0)
      .toSorted((a, b) => compareVersions(a.match?.[2] ?? '', b.match?.[2] ?? ''))
    const nearest = older.at(-1)
    if (!nearest) return storageKey
    storage.setItem(storageKey.key, storage.getItem(nearest.key) ?? '')
    for (const { key } of older) storage.removeItem(key)
    systemLog.add('INFO', `${storageKey.key} goes on from ${nearest.key}`)
  } catch {
    warn(`Storage is full: no older version of ${storageKey.key} was taken over`)
  }
  return storageKey
}

/** Returns the stored JSON, which is untrusted: validate it. Undefined if it is missing or broken. */
export function readJson(storageKey: StorageKey): unknown {
  const text = readText(storageKey)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    warn(`What is stored under ${storageKey.key} is broken; defaults are used`)
    return undefined
  }
}

export function writeJson(storageKey: StorageKey, value: unknown): boolean {
  return writeText(storageKey, JSON.stringify(value))
}
