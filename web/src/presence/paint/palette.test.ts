import { describe, expect, it } from 'vitest'
import { cssColour, parseColour, readPalette } from './palette.ts'

describe('a colour', () => {
  it.each([
    ['rgb(255, 0, 51)', [1, 0, 0.2]],
    ['rgb(255 0 51)', [1, 0, 0.2]],
    [' #ff0033 ', [1, 0, 0.2]],
    ['color(srgb 1 0 0.2)', [1, 0, 0.2]],
    ['', [1, 1, 1]],
    ['CanvasText', [1, 1, 1]],
  ])('is parsed from %j', (text, colour) => {
    expect(parseColour(text)).toEqual(colour)
  })

  it('is formatted for a canvas', () => {
    expect(cssColour([1, 0, 0.2], 0.5)).toBe('rgb(255 0 51 / 0.500)')
  })
})

describe('the palette', () => {
  it('is read from the theme’s roles', () => {
    const roles: Record<string, string> = {
      '--presence-strand': 'rgb(0, 0, 0)',
      '--presence-ink': ' 1',
      '--presence-wash': '0.12',
      '--presence-cell': '6',
    }
    expect(readPalette((name) => roles[name] ?? '')).toMatchObject({
      strand: [0, 0, 0],
      ink: true,
      wash: 0.12,
      cell: 6,
    })
  })

  it('takes the colour of the agent that speaks', () => {
    const roles: Record<string, string> = { '--presence-strand': '#000000', '--warning': '#ffffff' }
    const { strand, film, glint } = readPalette((name) => roles[name] ?? '#000000', 'warning')
    expect(strand[0]).toBeGreaterThan(film[0])
    expect(film[0]).toBeGreaterThan(0.4)
    expect(glint).toEqual([0, 0, 0])
  })
})
