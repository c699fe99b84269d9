import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '#lib/storage/storage.ts'
import { accessibilityAttributes } from './accessibility-preferences.ts'
import { THEMES } from './registry.ts'
import { chooseTheme } from './theme-controller.ts'

const script = readFileSync(new URL('boot.js', import.meta.url), 'utf8')

interface Situation {
  chosen?: string
  preferences?: string
  hour: number
  systemIsDark: boolean
  system?: { reducedMotion: boolean; moreContrast: boolean }
  isStorageBlocked?: boolean
}

const NO_WISHES = { reducedMotion: false, moreContrast: false }

/** Runs the real script against a minimal page, as at that time in a browser. */
function boot({ chosen, preferences, hour, systemIsDark, system = NO_WISHES, isStorageBlocked }: Situation) {
  const stored: Record<string, string | undefined> = {
    [STORAGE_KEYS.themeChoice.key]: chosen,
    [STORAGE_KEYS.uiPreferences.key]: preferences,
  }
  const dataset: Record<string, string> = {}
  const frame: Record<string, string> = {}
  runInNewContext(script, {
    localStorage: {
      getItem(key: string) {
        if (isStorageBlocked) throw new Error('blocked')
        return stored[key] ?? null
      },
    },
    matchMedia: (query: string) => ({
      matches: query.includes('color-scheme')
        ? systemIsDark
        : query.includes('motion')
          ? system.reducedMotion
          : system.moreContrast,
    }),
    Date: class {
      getHours() {
        return hour
      }
    },
    document: {
      documentElement: { dataset },
      querySelector: () => ({ setAttribute: (_name: string, value: string) => (frame['colour'] = value) }),
    },
  })
  return { ...dataset, colour: frame['colour'] }
}

/** Returns the app's decision for the same input. */
function app({ chosen, preferences = '{}', hour, systemIsDark, system = NO_WISHES }: Situation) {
  const wishes = {
    autoTheme: true,
    reducedMotion: false,
    highContrast: false,
    fontSize: 'medium' as const,
    compactMode: false,
    ...JSON.parse(preferences),
  }
  const theme = chooseTheme({
    chosen,
    autoTheme: wishes.autoTheme,
    hour,
    systemIsDark,
  })
  return { theme, ...accessibilityAttributes(wishes, system), colour: THEMES[theme].groundColour }
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const CHOICES = [undefined, ...Object.keys(THEMES), 'neon-dream', 'toString']
const PREFERENCES = [
  undefined,
  '{"autoTheme":false}',
  '{"reducedMotion":true,"fontSize":"large"}',
  '{"highContrast":true,"compactMode":true,"fontSize":"small"}',
]

describe('the script that runs before the first paint', () => {
  it('decides like the app for every hour, choice and preference', () => {
    for (const hour of HOURS) {
      for (const chosen of CHOICES) {
        for (const preferences of PREFERENCES) {
          for (const systemIsDark of [true, false]) {
            const situation: Situation = {
              hour,
              systemIsDark,
              ...(chosen === undefined ? {} : { chosen }),
              ...(preferences === undefined ? {} : { preferences }),
            }
            expect(boot(situation), JSON.stringify(situation)).toEqual(app(situation))
          }
        }
      }
    }
  })

  it("respects the system's preferences", () => {
    const situation = { hour: 9, systemIsDark: true, system: { reducedMotion: true, moreContrast: true } }
    expect(boot(situation)).toEqual(app(situation))
    expect(boot(situation)).toMatchObject({ motion: 'reduced', contrast: 'more' })
  })

  it.each(['{broken', 'null', '"text"', '{"fontSize":"huge","reducedMotion":"yes"}'])(
    'works with the stored preferences %s',
    (preferences) => {
      const situation = { hour: 9, systemIsDark: true }
      expect(boot({ ...situation, preferences })).toEqual(app(situation))
    },
  )

  it('works if storage is blocked', () => {
    const situation = { hour: 18, systemIsDark: false }
    expect(boot({ ...situation, isStorageBlocked: true })).toEqual(app(situation))
  })
})
