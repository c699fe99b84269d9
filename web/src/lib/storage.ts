import { systemLog } from './log.ts'

/** `local` outlives the tab; `session` lives as long as the tab, reloads included. */
type StorageArea = 'local' | 'session'

export interface StoragePlace {
  readonly area: StorageArea
  readonly key: string
}

/** Every place where the web client keeps something in the browser's storage. A version in a key is part of the contract. */
export const PLACES = {
  /** the bearer token of someone who asked to be remembered, and of someone who did not */
  rememberedToken: { area: 'local', key: 'vee.auth-token' },
  tabToken: { area: 'session', key: 'vee.auth-token' },
  /** the account whose data this browser keeps, behind the end of its token; gone with the token */
  dataOwner: { area: 'local', key: 'vee.data-owner' },
  /** whose recordings a visitor's are in this browser; another one begins with each sign-out */
  visitorMark: { area: 'local', key: 'vee.visitor-mark' },
  sessionId: { area: 'session', key: 'vee.session-id' },
  locale: { area: 'local', key: 'vee.locale' },
  themeChoice: { area: 'local', key: 'vee.theme-choice.v1' },
  themeId: { area: 'local', key: 'vee.theme-id' },
  uiPreferences: { area: 'local', key: 'vee.ui-preferences' },
  userSettings: { area: 'local', key: 'vee.user-settings.v1.5.1' },
  historyConfig: { area: 'local', key: 'vee.history-config.v2.6.1' },
  /** the user's own provider keys; never part of an export */
  ownKeys: { area: 'local', key: 'vee.own-keys.v1' },
  favouriteAgents: { area: 'local', key: 'vee.favourite-agents' },
  /** the day on which this tab was last opened: another one begins a new visit */
  visitDay: { area: 'session', key: 'vee.visit-day' },
  /** set on the way out, to be told on the page that follows */
  loggedOut: { area: 'session', key: 'vee.logged-out' },
  /** the sentence that is being said, so that a reloaded page goes on with it */
  speaking: { area: 'session', key: 'vee.speaking.v1' },
  /** an entry of the open diary that the page was closed over */
  diaryWords: { area: 'local', key: 'vee.diary-words.v1' },
  /** a change of a meeting that the page was closed over */
  unsavedMeetingChange: { area: 'local', key: 'vee.unsaved-meeting-change.v1' },
  welcomed: { area: 'local', key: 'vee.welcomed' },
  /** the host's notice that was put away, by when it was written */
  hiddenNotice: { area: 'local', key: 'vee.hidden-notice' },
  /** set once the notice that offers setup was hidden */
  hiddenSetUpNotice: { area: 'local', key: 'vee.hidden-set-up-notice' },
  /** set once the language of what is said has been looked at in this browser session */
  languageDetected: { area: 'session', key: 'vee.language-detected' },
  /** a sign-in elsewhere that this tab has begun */
  outsideSignIn: { area: 'session', key: 'vee.outside-sign-in.v1' },
  /** a registration that is not finished; it never holds the password */
  registration: { area: 'session', key: 'vee.registration.v1' },
  /** the user whose talks and drafts this tab holds, also behind the end of their session; a visitor's are nobody's */
  tabOwner: { area: 'session', key: 'vee.tab.owner' },
} as const satisfies Record<string, StoragePlace>

// Reading the property itself throws where the browser blocks storage.
const open = (area: StorageArea): Storage =>
  area === 'local' ? globalThis.localStorage : globalThis.sessionStorage

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the specification asks for a console warning where stored values are unusable
  console.warn(message)
  systemLog.add('WARN', message)
}

/** undefined when nothing is kept there or storage is blocked. */
export function readText({ area, key }: StoragePlace): string | undefined {
  try {
    return open(area).getItem(key) ?? undefined
  } catch {
    warn(`Storage is blocked: ${key} was not read`)
    return undefined
  }
}

/** False when storage is blocked or full; what was there stays. */
export function writeText({ area, key }: StoragePlace, text: string): boolean {
  try {
    open(area).setItem(key, text)
    return true
  } catch {
    warn(`Storage is full or blocked: ${key} was not kept`)
    return false
  }
}

export function removePlace({ area, key }: StoragePlace): void {
  try {
    open(area).removeItem(key)
  } catch {
    warn(`Storage is blocked: ${key} was not removed`)
  }
}

/** `vee.user-settings.v1.5.1` is version 1.5.1 of `vee.user-settings`; a key without a number is older than any. */
const VERSIONED = /^(.+?)(?:\.v(\d+(?:\.\d+)*))?$/

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

/**
 * The same place. When nothing is kept there yet, what the nearest older version of it kept is moved there first, so that
 * nobody loses a choice to a new version; what is older still goes. A newer version's is left alone: it may be needed again.
 */
export function inherited(place: StoragePlace): StoragePlace {
  const [, stem, version = ''] = VERSIONED.exec(place.key) ?? []
  try {
    const storage = open(place.area)
    if (storage.getItem(place.key) !== null) return place
    const older = Object.keys(storage)
      .map((key) => ({ key, match: VERSIONED.exec(key) }))
      .filter(({ match }) => match?.[1] === stem && compareVersions(match?.[2] ?? '', version) < 0)
      .toSorted((one, other) => compareVersions(one.match?.[2] ?? '', other.match?.[2] ?? ''))
    const nearest = older.at(-1)
    if (!nearest) return place
    storage.setItem(place.key, storage.getItem(nearest.key) ?? '')
    for (const { key } of older) storage.removeItem(key)
    systemLog.add('INFO', `${place.key} goes on from ${nearest.key}`)
  } catch {
    warn(`Storage is full or blocked: no older version of ${place.key} was taken over`)
  }
  return place
}

/** The kept JSON, which anyone may have written: validate it. undefined when there is none or it is broken. */
export function readJson(place: StoragePlace): unknown {
  const text = readText(place)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    warn(`What is stored under ${place.key} is broken; defaults are used`)
    return undefined
  }
}

export function writeJson(place: StoragePlace, value: unknown): boolean {
  return writeText(place, JSON.stringify(value))
}
