import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { THEME_IDS, type ThemeId } from '@vee/contract/entities/theme'
import pairs from './contrast-pairs.json' with { type: 'json' }
import { THEMES } from './registry.ts'

type Colour = readonly [number, number, number]

function rolesOf(id: ThemeId): Map<string, string> {
  const css = readFileSync(new URL(`./${id}.css`, import.meta.url), 'utf8')
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, role = '', value = '']) => [role, value]),
  )
}

function kebab(name: string): string {
  return name.replace(/[A-Z]|(?<=[a-z])\d/g, (match) => `-${match.toLowerCase()}`)
}

function parse(hex: string): Colour {
  const channelAt = (share: number) => Number.parseInt(hex.slice(share, share + 2), 16)
  return [channelAt(1), channelAt(3), channelAt(5)]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of WCAG 2. */
function ratio(first: Colour, second: Colour): number {
  const [bright = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

function blend(under: Colour, over: Colour, share: number): Colour {
  const at = (channel: 0 | 1 | 2) => under[channel] + (over[channel] - under[channel]) * share
  return [at(0), at(1), at(2)]
}

/** Roles for which a theme may use the default in roles.css. */
function isOptional(role: string): boolean {
  return /^(face|term)-/.test(role)
}

function neededRoles(id: ThemeId): string[] {
  return [...rolesOf(id).keys()].filter((role) => !isOptional(role)).sort()
}

const BLACK: Colour = [0, 0, 0]
const TEXT = 4.5

describe.each(THEME_IDS)('%s', (id) => {
  const roles = rolesOf(id)
  const colour = (role: string): Colour => {
    const value = roles.get(kebab(role)) ?? ''
    expect(value, role).toMatch(/^#[\da-f]{6}$/)
    return parse(value)
  }
  const amount = (role: string) => Number(roles.get(role) ?? 0)

  it('has a sufficient contrast for every pair that components use', () => {
    const failures = pairs.flatMap(({ fg, on, min, why }) =>
      on
        .map((ground) => ({ ground, is: ratio(colour(fg), colour(ground)) }))
        .filter(({ is }) => is < min)
        .map(({ ground, is }) => `${fg} on ${ground} is ${is.toFixed(2)}, needs ${min} (${why})`),
    )
    expect(failures).toEqual([])
  })

  it('keeps text readable at the strongest tint of the presence', () => {
    const texts = [
      'textPrimary',
      'textSecondary',
      'assistantText',
      'voiceListening',
      'voiceSpeaking',
      'voiceError',
    ]
    for (const ground of ['surfaceBase', 'surfaceAmbient']) {
      for (const light of ['presenceStrand', 'presenceFilm', 'presenceGlint']) {
        const washed = blend(colour(ground), colour(light), amount('presence-wash'))
        for (const text of texts) {
          expect(ratio(colour(text), washed), `${text} over ${light}`).toBeGreaterThanOrEqual(TEXT)
        }
      }
    }
  })

  it('keeps text readable on glass over the presence', () => {
    const beneath = blend(colour('surfaceBase'), colour('presenceFilm'), 0.5)
    const glass = blend(beneath, colour('surfaceRaised'), amount('glass-alpha'))
    for (const text of ['textPrimary', 'textSecondary']) {
      expect(ratio(colour(text), glass), text).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('keeps text readable under scanlines and on grid lines, with a harmless flicker', () => {
    const scanline = amount('term-scanline')
    const gridLine = blend(colour('surfaceBase'), colour('textPrimary'), amount('term-grid'))
    for (const text of ['textPrimary', 'textSecondary', 'textMuted']) {
      const dimmedText = blend(colour(text), BLACK, scanline)
      const dimmedGround = blend(colour('surfaceBase'), BLACK, scanline)
      expect(ratio(dimmedText, dimmedGround), text).toBeGreaterThanOrEqual(TEXT)
      expect(ratio(colour(text), gridLine), text).toBeGreaterThanOrEqual(TEXT)
    }
    expect(amount('term-flicker-hz')).toBeLessThan(3)
    expect(amount('term-flicker')).toBeLessThanOrEqual(0.05)
  })

  it('sets every role', () => {
    expect(neededRoles(id)).toEqual(neededRoles('sakura-sunset'))
  })

  it('sets the colour of the browser’s frame to its background', () => {
    expect(THEMES[id].groundColour).toBe(roles.get('surface-base'))
  })
})

describe('the six themes', () => {
  it('have the specified values', () => {
    const profiles = THEME_IDS.map((id) => THEMES[id].profile)
    expect(profiles.map(({ energy }) => energy)).toEqual([
      'feminine',
      'neutral',
      'agnostic',
      'neutral',
      'masculine',
      'masculine',
    ])
    expect(profiles.map((profile) => profile.effectIntensity)).toEqual([0.8, 1, 0.7, 0.6, 0.9, 0.7])
    expect(profiles.map((profile) => profile.particleMultiplier)).toEqual([1.2, 1.5, 1, 0.8, 0.6, 0.5])
    expect(profiles.map((profile) => profile.moodOnChoice)).toEqual([
      'warm',
      'excited',
      'warm',
      'calm',
      'focused',
      'focused',
    ])
    expect(THEME_IDS.map((id) => THEMES[id].isDark)).toEqual([true, true, false, false, true, false])
  })

  it('have square corners in the terminal themes only', () => {
    for (const id of THEME_IDS) {
      const corner = Number.parseFloat(rolesOf(id).get('radius-l') ?? '')
      expect(corner === 0, id).toBe(id.startsWith('terminus'))
    }
  })
})
