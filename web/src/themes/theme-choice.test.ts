import { describe, expect, it } from 'vitest'
import { chooseTheme, knownTheme, themeOfHour, themeOfWish } from './theme-choice.ts'

const NOTHING_CHOSEN = { chosen: undefined, autoTheme: true, hour: 3, systemIsDark: true }

describe('the theme', () => {
  it.each([
    [0, 'sakura-sunset'],
    [5, 'sakura-sunset'],
    [6, 'aurora-daybreak'],
    [11, 'aurora-daybreak'],
    [12, 'warm-embrace'],
    [16, 'warm-embrace'],
    [17, 'twilight-neo'],
    [19, 'twilight-neo'],
    [20, 'sakura-sunset'],
    [23, 'sakura-sunset'],
  ])('follows the hour: at %i it is %s', (hour, theme) => {
    expect(themeOfHour(hour)).toBe(theme)
    expect(chooseTheme({ ...NOTHING_CHOSEN, hour, systemIsDark: false })).toBe(theme)
  })

  it.each([
    [true, 'sakura-sunset'],
    [false, 'aurora-daybreak'],
  ])('follows the system if it may not follow the hour: dark %s results in %s', (systemIsDark, theme) => {
    expect(chooseTheme({ ...NOTHING_CHOSEN, autoTheme: false, hour: 13, systemIsDark })).toBe(theme)
  })

  it.each([true, false])('is the chosen one, independent of everything else (autoTheme %s)', (autoTheme) => {
    expect(chooseTheme({ chosen: 'terminus-light', autoTheme, hour: 8, systemIsDark: true })).toBe(
      'terminus-light',
    )
  })

  it.each(['neon-dream', '', 'toString'])(
    'is the system’s if %j was chosen, which is not a theme',
    (chosen) => {
      const noon = { chosen, autoTheme: true, hour: 13 }
      expect(chooseTheme({ ...noon, systemIsDark: true })).toBe('sakura-sunset')
      expect(chooseTheme({ ...noon, systemIsDark: false })).toBe('aurora-daybreak')
    },
  )

  it.each([
    ['dark', 'sakura-sunset'],
    ['light', 'aurora-daybreak'],
    ['terminus-dark', 'terminus-dark'],
    ['neon', 'sakura-sunset'],
    ['', 'sakura-sunset'],
  ])('is found for the request %j: %s', (wish, theme) => {
    expect(themeOfWish(wish)).toBe(theme)
  })

  it('is found only by its own id', () => {
    expect(knownTheme('warm-embrace')).toBe('warm-embrace')
    expect(knownTheme('toString')).toBeUndefined()
    expect(knownTheme(undefined)).toBeUndefined()
  })
})
