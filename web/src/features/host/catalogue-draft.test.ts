import type { ModelEdit } from '@vee/contract/entities/model-edit'
import { expect, it } from 'vitest'
import { editOf, fieldsOfEdit } from './catalogue-draft.ts'

const EMPTY = fieldsOfEdit(null)
const EDIT: ModelEdit = {
  canSee: true,
  canUseTools: false,
  canReason: null,
  contextTokens: 131_072,
  outputTokens: null,
  prices: { input: 2.5, cachedInput: 0.25, output: 10 },
  region: 'Frankfurt',
  isRetired: true,
}

it('reads back what it shows', () => {
  expect(editOf(fieldsOfEdit(EDIT))).toEqual(EDIT)
})

it('states nothing if nothing is filled in', () => {
  expect(editOf(EMPTY)).toEqual({
    canSee: null,
    canUseTools: null,
    canReason: null,
    contextTokens: null,
    outputTokens: null,
    prices: null,
    region: null,
    isRetired: false,
  })
})

it.each(['131072', '131,072', '131.072', '131 072', '131’072'])('reads the size %s', (contextTokens) => {
  expect(editOf({ ...EMPTY, contextTokens })).toMatchObject({ contextTokens: 131_072 })
})

it.each(['1.5', '12,34', '-1', '0', '99999999999', 'many'])('refuses the size %s', (outputTokens) => {
  expect(editOf({ ...EMPTY, outputTokens })).toEqual({ field: 'outputTokens', error: 'invalidSize' })
})

it('reads prices with a comma, and the one of the cache only beside the others', () => {
  expect(editOf({ ...EMPTY, priceIn: '2,5', priceOut: '10' })).toMatchObject({
    prices: { input: 2.5, output: 10 },
  })
  const problem = { field: 'priceIn', error: 'invalidPrice' }
  expect(editOf({ ...EMPTY, priceCached: '1' })).toEqual(problem)
  expect(editOf({ ...EMPTY, priceIn: '2.5' })).toEqual(problem)
  expect(editOf({ ...EMPTY, priceIn: '-1', priceOut: '1' })).toEqual(problem)
  expect(editOf({ ...EMPTY, priceIn: '1', priceOut: '1', priceCached: 'x' })).toEqual(problem)
})
