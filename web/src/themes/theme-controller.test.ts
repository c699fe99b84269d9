// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { systemLog } from '#lib/log.ts'
import {
  ThemeController,
  type ThemeChange,
  type ThemePage,
  chooseTheme,
  knownTheme,
  themeOfHour,
  themeOfWish,
} from './theme-controller.ts'

function register(set: Set<() => void>) {
  return (listener: () => void) => {
    set.add(listener)
    return () => set.delete(listener)
  }
}

function fakePage(begin: { hour?: number; systemIsDark?: boolean } = {}) {
  const outside = { hour: 3, systemIsDark: true, ...begin }
  const shown: string[] = []
  const system = new Set<() => void>()
  const returns = new Set<() => void>()
  const page: ThemePage = {
    show: (theme) => shown.push(theme.id),
    hour: () => outside.hour,
    systemIsDark: () => outside.systemIsDark,
    onSystemChange: register(system),
    onReturn: register(returns),
  }
  return {
    page,
    shown,
    switchSystem: (isDark: boolean) => {
      outside.systemIsDark = isDark
      for (const listener of system) listener()
    },
    returnAt: (hour: number) => {
      outside.hour = hour
      for (const listener of returns) listener()
    },
  }
}

function changesOf(controller: ThemeController) {
  const changes: [string, boolean][] = []
  controller.subscribe(({ theme, byUser }: ThemeChange) => changes.push([theme.id, byUser]))
  return changes
}

beforeEach(() => localStorage.clear())

describe('the theme of the page', () => {
  it('is applied at once, and a choice survives a reload', () => {
    const { page, shown } = fakePage({ hour: 8 })
    const first = new ThemeController(page, true)
    first.choose('terminus-dark')
    expect(shown).toEqual(['aurora-daybreak', 'terminus-dark'])
    expect(new ThemeController(page, true).current.id).toBe('terminus-dark')
  })

  it('is unchanged if the page cannot apply it, which is only logged', () => {
    const { page, switchSystem } = fakePage()
    const controller = new ThemeController(page, false)
    controller.follow()
    page.show = () => {
      throw new TypeError('no')
    }
    switchSystem(false)
    expect(systemLog.entries()[0]).toMatchObject({
      level: 'ERROR',
      message: 'The theme could not follow: TypeError',
    })
    expect(() => controller.choose('terminus-dark')).toThrow('no')
  })

  it('follows the system only without a choice', () => {
    const { page, shown, switchSystem } = fakePage()
    const controller = new ThemeController(page, false)
    controller.follow()
    switchSystem(false)
    expect(controller.current.id).toBe('aurora-daybreak')
    controller.choose('warm-embrace')
    switchSystem(true)
    expect(shown).toEqual(['sakura-sunset', 'aurora-daybreak', 'warm-embrace'])
    controller.forgetChoice()
    expect(controller.current.id).toBe('sakura-sunset')
  })

  it('checks the hour again when the page becomes visible', () => {
    const { page, returnAt } = fakePage({ hour: 11 })
    const controller = new ThemeController(page, true)
    const stop = controller.follow()
    returnAt(12)
    expect(controller.current.id).toBe('warm-embrace')
    stop()
    returnAt(18)
    expect(controller.current.id).toBe('warm-embrace')
  })

  it('distinguishes the user’s choices from automatic changes', () => {
    const { page, returnAt } = fakePage({ hour: 11 })
    const controller = new ThemeController(page, true)
    controller.follow()
    const changes = changesOf(controller)
    returnAt(11)
    returnAt(12)
    controller.choose('warm-embrace')
    controller.chooseByWish('dark')
    expect(changes).toEqual([
      ['warm-embrace', false],
      ['warm-embrace', true],
      ['sakura-sunset', true],
    ])
  })

  it('falls back to the system’s theme for an unknown id, with a warning, and stores no choice', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const controller = new ThemeController(fakePage({ hour: 18, systemIsDark: false }).page, true)
    controller.choose('neon-dream')
    expect(controller.current.id).toBe('aurora-daybreak')
    expect(controller.chosen).toBeUndefined()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('neon-dream'))
    warn.mockRestore()
  })

  it('reacts to the switch for following the hour', () => {
    const controller = new ThemeController(fakePage({ hour: 18, systemIsDark: false }).page, true)
    expect(controller.current.id).toBe('twilight-neo')
    controller.setAutoTheme(false)
    expect(controller.current.id).toBe('aurora-daybreak')
  })

  it('falls back to the system’s theme for an unknown stored id too, with a warning, until a theme is chosen', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    localStorage.setItem('vee.theme-choice.v1', 'neon-dream')
    const { page, returnAt, switchSystem } = fakePage({ hour: 13, systemIsDark: false })
    const controller = new ThemeController(page, true)
    expect(controller.current.id).toBe('aurora-daybreak')
    expect(controller.chosen).toBeUndefined()
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('neon-dream'))
    controller.follow()
    returnAt(18)
    expect(controller.current.id).toBe('aurora-daybreak')
    switchSystem(true)
    expect(controller.current.id).toBe('sakura-sunset')
    controller.forgetChoice()
    expect(controller.current.id).toBe('twilight-neo')
    warn.mockRestore()
  })
})

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
