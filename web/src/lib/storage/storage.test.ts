// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetToken, keepToken, readToken } from '../http/auth-token.ts'
import { sessionId } from '../http/session-id.ts'
import {
  clearStorage,
  inheritOlderVersion,
  isStorageBlocked,
  STORAGE_KEYS,
  readJson,
  readText,
  removeStorageKey,
  writeJson,
  writeText,
} from './storage.ts'
import { storageKeyOf } from './tab-storage.ts'

const warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  warned.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function blockStorage(): void {
  const blocked = {
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  vi.stubGlobal('localStorage', Object.defineProperty({}, 'getItem', blocked))
  vi.stubGlobal('sessionStorage', Object.defineProperty({}, 'getItem', blocked))
}

describe('the storage', () => {
  it('stores versions in the keys that the contract names', () => {
    expect(STORAGE_KEYS.userSettings.key).toMatch(/v1\.5\.1$/)
    expect(STORAGE_KEYS.historyConfig.key).toMatch(/v2\.6\.1$/)
    expect(Object.values(STORAGE_KEYS).every(({ key }) => key.startsWith('vee.'))).toBe(true)
  })

  it('returns stored values, per agent too', () => {
    writeJson(STORAGE_KEYS.uiPreferences, { compactMode: true })
    writeText(storageKeyOf('draft', 'v_agent'), 'half a thought')
    expect(readJson(STORAGE_KEYS.uiPreferences)).toEqual({ compactMode: true })
    expect(readText(storageKeyOf('draft', 'v_agent'))).toBe('half a thought')
    expect(readText(storageKeyOf('draft', 'nerf_agent'))).toBeUndefined()
  })

  it('treats broken JSON as missing, with a warning without its content', () => {
    writeText(STORAGE_KEYS.userSettings, '{"half')
    expect(readJson(STORAGE_KEYS.userSettings)).toBeUndefined()
    expect(warned).toHaveBeenCalledOnce()
    expect(String(warned.mock.calls[0])).not.toContain('half')
  })

  it('works if storage is blocked', () => {
    blockStorage()
    expect(isStorageBlocked()).toBe(true)
    expect(readText(STORAGE_KEYS.locale)).toBeUndefined()
    expect(writeText(STORAGE_KEYS.locale, 'en')).toBe(false)
    expect(readText(STORAGE_KEYS.locale)).toBe('en')
    removeStorageKey(STORAGE_KEYS.locale)
    expect(readText(STORAGE_KEYS.locale)).toBeUndefined()
    keepToken('secret', true)
    expect(readToken()).toBe('secret')
    clearStorage()
    expect(readToken()).toBeUndefined()
    expect(sessionId()).toBe(sessionId())
  })

  it('reports that it is full', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(writeText(STORAGE_KEYS.locale, 'en')).toBe(false)
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('a new version of a stored value', () => {
  const { key } = STORAGE_KEYS.userSettings

  it('migrates the nearest older one, and removes older ones', () => {
    localStorage.setItem('vee.user-settings', '{"muted":false}')
    localStorage.setItem('vee.user-settings.v1.5.0', '{"muted":true}')
    localStorage.setItem('vee.user-settings.v1.10', '{"muted":false}')
    localStorage.setItem('vee.user-settings.v1.4.12', '{"muted":false}')
    localStorage.setItem('vee.user-settings-of-somebody', 'else')
    expect(readJson(inheritOlderVersion(STORAGE_KEYS.userSettings))).toEqual({ muted: true })
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'vee.user-settings-of-somebody',
      'vee.user-settings.v1.10',
      key,
    ])
    expect(localStorage.getItem(key)).toBe('{"muted":true}')
  })

  it('is unchanged if it exists', () => {
    localStorage.setItem(key, '{"muted":true}')
    localStorage.setItem('vee.user-settings.v1', '{"muted":false}')
    expect(readJson(inheritOlderVersion(STORAGE_KEYS.userSettings))).toEqual({ muted: true })
    expect(localStorage).toHaveLength(2)
  })

  it('starts empty if the older one is broken, missing, or storage is blocked', () => {
    localStorage.setItem('vee.user-settings.v1', '{"half')
    expect(readJson(inheritOlderVersion(STORAGE_KEYS.userSettings))).toBeUndefined()
    expect(warned).toHaveBeenCalledOnce()
    expect(readJson(inheritOlderVersion(STORAGE_KEYS.historyConfig))).toBeUndefined()
    blockStorage()
    expect(readJson(inheritOlderVersion(STORAGE_KEYS.historyConfig))).toBeUndefined()
  })

  it('treats a key without a version as the oldest', () => {
    localStorage.setItem('vee.theme-choice', 'warm-embrace')
    expect(readText(inheritOlderVersion(STORAGE_KEYS.themeChoice))).toBe('warm-embrace')
  })
})

describe('the token', () => {
  it('is in one storage only: writing one clears the other', () => {
    keepToken('remembered', true)
    keepToken('for this tab', false)
    expect(readToken()).toBe('for this tab')
    expect(localStorage.length).toBe(0)
    forgetToken()
    expect(readToken()).toBeUndefined()
  })
})
