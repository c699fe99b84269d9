import { describe, expect, it } from 'vitest'
import { borderPulseSeconds, glowRadiusPx, INITIAL_LOOK, visualVariables } from './initial-visuals.ts'

describe('the initial state', () => {
  it('has the specified values', () => {
    expect(INITIAL_LOOK.values.intensity).toBe(0.3)
    expect(visualVariables(INITIAL_LOOK.values)).toEqual({
      '--visual-glow-radius': '10.0px',
      '--visual-border-pulse': '2.00s',
      '--visual-text-stream-speed': '0.7',
    })
  })

  it('a stronger glow extends further and a higher rate pulses faster', () => {
    expect(glowRadiusPx(1)).toBeGreaterThan(10)
    expect(glowRadiusPx(0)).toBeGreaterThan(0)
    expect(borderPulseSeconds(1)).toBeCloseTo(0.6)
    expect(borderPulseSeconds(0)).toBeGreaterThan(2)
  })
})
