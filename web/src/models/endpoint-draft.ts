import type { ModelEndpoint, ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { MAX_MODEL_NAME_LENGTH, VENDOR_SEARCH_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import { accessOf, type AccessChoice, choiceOf, type EndpointFieldError } from './access-choice.ts'

/** The fields of the form as they are typed. */
export interface EndpointFields extends AccessChoice {
  readonly name: string
  readonly protocol: ModelEndpointDraft['protocol']
  readonly baseUrl: string
  readonly apiKey: string
  /** one name per line */
  readonly models: string
  readonly transcriptionModel: string
  readonly speechModel: string
  readonly priceIn: string
  readonly priceOut: string
  readonly vendorSearch: boolean
  readonly isEnabled: boolean
}

export type EndpointProblem = { readonly field: keyof EndpointFields; readonly error: EndpointFieldError }

export const NEW_ENDPOINT: EndpointFields = {
  name: '',
  protocol: 'openai',
  baseUrl: '',
  apiKey: '',
  models: '',
  transcriptionModel: '',
  speechModel: '',
  access: 'everyone',
  plans: [],
  organizationIds: [],
  emails: '',
  priceIn: '',
  priceOut: '',
  vendorSearch: false,
  isEnabled: true,
}

/** Returns the form of a stored endpoint. The key field is empty: the server never returns a key. */
export function fieldsOf({
  name,
  protocol,
  baseUrl,
  models,
  transcriptionModel,
  speechModel,
  access,
  prices,
  vendorSearch = false,
  isEnabled,
}: ModelEndpoint): EndpointFields {
  return {
    name,
    protocol,
    baseUrl,
    apiKey: '',
    models: models.join('\n'),
    transcriptionModel: transcriptionModel ?? '',
    speechModel: speechModel ?? '',
    ...choiceOf(access),
    priceIn: prices ? String(prices.input) : '',
    priceOut: prices ? String(prices.output) : '',
    vendorSearch,
    isEnabled,
  }
}

/** Vendors with OpenAI's protocol that have no search of their own in it. */
const WITHOUT_SEARCH =
  /(?:^|\.)(?:mistral\.ai|groq\.com|openrouter\.ai|deepseek\.com|together\.(?:ai|xyz)|fireworks\.ai|cerebras\.ai)$/
const OWN_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Returns whether the models of an endpoint can search by their vendor's own search. */
export function offersVendorSearch({
  protocol,
  baseUrl,
}: Pick<EndpointFields, 'protocol' | 'baseUrl'>): boolean {
  if (!VENDOR_SEARCH_PROTOCOLS.some((candidate) => candidate === protocol)) return false
  const hostname = URL.parse(baseUrl.trim())?.hostname
  return (
    protocol !== 'openai' ||
    (hostname !== undefined && !OWN_MACHINE.test(hostname) && !WITHOUT_SEARCH.test(hostname))
  )
}

const MODEL_NAME = /^[\w.:/@+~=-]+$/

/** Returns the request, or the first invalid field. Omits an empty key, which preserves the stored one. */
export function draftOf(fields: EndpointFields): ModelEndpointDraft | EndpointProblem {
  const name = fields.name.trim()
  if (name === '') return { field: 'name', error: 'invalidName' }
  const baseUrl = fields.baseUrl.trim()
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) return { field: 'baseUrl', error: 'invalidUrl' }
  const models = fields.models.split('\n').flatMap((line) => line.trim() || [])
  const [transcriptionModel, speechModel] = [fields.transcriptionModel.trim(), fields.speechModel.trim()]
  const names = [...models, transcriptionModel, speechModel].filter(Boolean)
  if (!names.every((model) => MODEL_NAME.test(model) && model.length <= MAX_MODEL_NAME_LENGTH)) {
    return { field: 'models', error: 'invalidModels' }
  }
  const access = accessOf(fields)
  if ('error' in access) return access
  const prices = pricesOf(fields)
  if (prices === undefined) return { field: 'priceIn', error: 'invalidPrice' }
  const apiKey = fields.apiKey.trim()
  return {
    name,
    protocol: fields.protocol,
    baseUrl,
    ...(apiKey !== '' && { apiKey }),
    models,
    prices,
    transcriptionModel: transcriptionModel || null,
    speechModel: speechModel || null,
    access,
    vendorSearch: fields.vendorSearch && offersVendorSearch(fields),
    isEnabled: fields.isEnabled,
  }
}

/** Null if both are empty, undefined if they are no prices. */
function pricesOf({ priceIn, priceOut }: EndpointFields) {
  const texts = [priceIn, priceOut].map((price) => price.trim().replace(',', '.'))
  if (texts.every((text) => text === '')) return null
  const [input = Number.NaN, output = Number.NaN] = texts.map((text) =>
    text === '' ? Number.NaN : Number(text),
  )
  return input >= 0 && output >= 0 && input <= 100_000 && output <= 100_000 ? { input, output } : undefined
}
