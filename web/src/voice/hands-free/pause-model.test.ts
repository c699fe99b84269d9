import { expect, it } from 'vitest'
import { createPauseModel } from './pause-model.ts'

function modelOf(pauses: readonly number[] = []) {
  let saved: readonly number[] = pauses
  const model = createPauseModel({ load: () => saved, save: (next) => void (saved = next) })
  return { model, saved: () => saved }
}

it('waits for the usual time until it knows a speaker', () => {
  const { model } = modelOf([400, 500])
  expect(model.statementEndMs()).toBe(1_100)
})

it('gives a hesitant speaker more time, and a quick one less', () => {
  expect(modelOf(Array(10).fill(1_400)).model.statementEndMs()).toBe(1_600)
  expect(modelOf(Array(10).fill(300)).model.statementEndMs()).toBe(800)
  expect(modelOf(Array(10).fill(3_900)).model.statementEndMs()).toBe(2_000)
})

it('remembers the latest pauses on the device', () => {
  const { model, saved } = modelOf()
  for (let pause = 1; pause <= 50; pause += 1) model.add(pause * 10)
  expect(saved()).toHaveLength(40)
  expect(saved().at(-1)).toBe(500)
})

it('ignores long silences and damaged values', () => {
  const { model, saved } = modelOf([Number.NaN, -1, 9_000])
  model.add(6_000)
  model.add(0)
  expect(saved()).toHaveLength(3)
  expect(model.statementEndMs()).toBe(1_100)
})
