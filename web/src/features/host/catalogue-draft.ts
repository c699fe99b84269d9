import type { EditableModel, ModelEdit } from '@vee/contract/entities/model-edit'

/** The fields of the form as they are chosen and typed; empty: as the vendor or the table states it. */
export interface CatalogueFields {
  readonly canSee: TruthText
  readonly canUseTools: TruthText
  readonly canReason: TruthText
  readonly contextTokens: string
  readonly outputTokens: string
  readonly priceIn: string
  readonly priceCached: string
  readonly priceOut: string
  readonly region: string
  readonly isRetired: boolean
}

export type TruthText = '' | 'yes' | 'no'
type CatalogueFieldError = 'invalidSize' | 'invalidPrice'
export interface CatalogueProblem {
  readonly field: 'contextTokens' | 'outputTokens' | 'priceIn'
  readonly error: CatalogueFieldError
}

const textOf = (value: number | null | undefined) => (typeof value === 'number' ? String(value) : '')
const truthText = (value: boolean | null | undefined): TruthText =>
  typeof value !== 'boolean' ? '' : value ? 'yes' : 'no'

export function fieldsOfEdit(edit: EditableModel['edit']): CatalogueFields {
  return {
    canSee: truthText(edit?.canSee),
    canUseTools: truthText(edit?.canUseTools),
    canReason: truthText(edit?.canReason),
    contextTokens: textOf(edit?.contextTokens),
    outputTokens: textOf(edit?.outputTokens),
    priceIn: textOf(edit?.prices?.input),
    priceCached: textOf(edit?.prices?.cachedInput),
    priceOut: textOf(edit?.prices?.output),
    region: edit?.region ?? '',
    isRetired: edit?.isRetired ?? false,
  }
}

const MAX_SIZE = 1_000_000_000
const MAX_PRICE = 100_000

/** Returns the edit, or the first invalid field. */
export function editOf(fields: CatalogueFields): ModelEdit | CatalogueProblem {
  const [contextTokens, outputTokens] = [sizeIn(fields.contextTokens), sizeIn(fields.outputTokens)]
  if (contextTokens === undefined) return { field: 'contextTokens', error: 'invalidSize' }
  if (outputTokens === undefined) return { field: 'outputTokens', error: 'invalidSize' }
  const prices = pricesIn(fields)
  if (prices === undefined) return { field: 'priceIn', error: 'invalidPrice' }
  return {
    canSee: truthIn(fields.canSee),
    canUseTools: truthIn(fields.canUseTools),
    canReason: truthIn(fields.canReason),
    contextTokens,
    outputTokens,
    prices,
    region: fields.region.trim() || null,
    isRetired: fields.isRetired,
  }
}

const truthIn = (text: TruthText) => (text === '' ? null : text === 'yes')

/** Digits, with or without a separator between groups of three. */
const SIZE = /^\d{1,10}$|^\d{1,3}(?:[\s.,_’]\d{3}){1,3}$/

/** Null if it is empty, undefined if it is no size. */
function sizeIn(text: string): number | null | undefined {
  if (text.trim() === '') return null
  if (!SIZE.test(text.trim())) return undefined
  const size = Number(text.replaceAll(/\D/g, ''))
  return Number.isSafeInteger(size) && size > 0 && size <= MAX_SIZE ? size : undefined
}

const NO_PRICE = Symbol('no price')

function priceIn(text: string): number | undefined | typeof NO_PRICE {
  if (text.trim() === '') return undefined
  const price = Number(text.trim().replace(',', '.'))
  return price >= 0 && price <= MAX_PRICE ? price : NO_PRICE
}

/** Null if all are empty, undefined if they are no prices. */
function pricesIn(
  fields: Pick<CatalogueFields, 'priceIn' | 'priceCached' | 'priceOut'>,
): ModelEdit['prices'] | undefined {
  const [input, cachedInput, output] = [fields.priceIn, fields.priceCached, fields.priceOut].map(priceIn)
  if (input === undefined && cachedInput === undefined && output === undefined) return null
  if (typeof input !== 'number' || typeof output !== 'number' || cachedInput === NO_PRICE) return undefined
  return { input, output, ...(typeof cachedInput === 'number' && { cachedInput }) }
}
