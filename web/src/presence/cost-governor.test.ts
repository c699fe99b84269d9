import { describe, expect, it } from 'vitest'
import { COST_STEPS, CostGovernor } from './cost-governor.ts'

function frames(governor: CostGovernor, count: number, frameMs: number, drawMs = 1): boolean {
  let isBearable = true
  for (let frame = 0; frame < count; frame++) isBearable = governor.watch(frameMs, drawMs) && isBearable
  return isBearable
}

describe('the cost', () => {
  it('stays at the highest quality while frames are in time, with a few late ones', () => {
    const governor = new CostGovernor()
    for (let round = 0; round < 50; round++) {
      frames(governor, 4, 16)
      frames(governor, 2, 40)
    }
    expect(governor.step).toBe(COST_STEPS[0])
  })

  it('lowers the quality when over half of the frames are late, and never raises it again', () => {
    const governor = new CostGovernor()
    frames(governor, 20, 40)
    expect(governor.step).toBe(COST_STEPS[1])
    frames(governor, 1000, 16)
    expect(governor.step).toBe(COST_STEPS[1])
  })

  it('lowers the quality for frames that are in time but expensive', () => {
    const governor = new CostGovernor()
    frames(governor, 20, 16, 12)
    expect(governor.step).toBe(COST_STEPS[1])
  })

  it('gives up if even the lowest quality is too expensive', () => {
    const governor = new CostGovernor()
    expect(frames(governor, 60, 60)).toBe(true)
    expect(frames(governor, 60, 200)).toBe(false)
    expect(governor.step).toBe(COST_STEPS.at(-1))
  })
})
