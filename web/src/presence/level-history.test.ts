import { describe, expect, it } from 'vitest'
import { LevelHistory } from './level-history.ts'

describe('the recent level', () => {
  it('rises and falls smoothly and is remembered', () => {
    const levels = new LevelHistory()
    levels.record(1, 0.5)
    expect(levels.levelAt(0)).toBeGreaterThan(0.95)
    levels.record(0, 0.6)
    expect(levels.levelAt(0)).toBeGreaterThan(0.1)
    expect(levels.levelAt(0)).toBeLessThan(levels.levelAt(0.1))
    levels.record(0, 3)
    expect(levels.levelAt(0)).toBeLessThan(0.01)
  })

  it('stays within 0..1 and is 0 before its start', () => {
    const levels = new LevelHistory()
    levels.record(7, 0.05)
    expect(levels.levelAt(0)).toBeLessThanOrEqual(1)
    expect(levels.levelAt(60)).toBe(0)
    levels.record(-3, 9)
    expect(levels.levelAt(0)).toBeGreaterThanOrEqual(0)
  })

  it('interpolates between two samples', () => {
    const levels = new LevelHistory()
    levels.record(1, 1 / 60)
    expect(levels.levelAt(0.5 / 60)).toBeCloseTo((levels.levelAt(0) + levels.levelAt(1 / 60)) / 2)
  })
})
