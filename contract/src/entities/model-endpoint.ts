import { z } from 'zod'
import {
  MAX_ENDPOINT_HEADERS,
  MAX_ENDPOINT_MODELS,
  ENDPOINT_PROTOCOLS,
  KEY_WARNINGS,
  MAX_MODEL_NAME_LENGTH,
  FAILOVER_KINDS,
} from './model-endpoint-limits.ts'
import { planId } from './accounts/user.ts'

/** The callers who may use the models of an endpoint. */
export const endpointAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  z.object({ kind: z.literal('signed-in') }),
  /** members with one of these plans, their own or that of their seat */
  z.object({ kind: z.literal('plans'), plans: z.array(planId).min(1).max(4) }),
  /** members of one of these organizations who may spend from it: not its viewers */
  z.object({
    kind: z.literal('organizations'),
    organizationIds: z.array(z.string().min(1).max(100)).min(1).max(200),
  }),
  /** members with one of these email addresses, in lower case */
  z.object({ kind: z.literal('people'), emails: z.array(z.email().max(254).toLowerCase()).min(1).max(500) }),
])
export type EndpointAccess = z.infer<typeof endpointAccess>

/** Members who may not use an engine in spite of its access: those with one of these plans, or in one of these organizations. */
export const endpointExceptions = z.object({
  plans: z.array(planId).max(4),
  organizationIds: z.array(z.string().min(1).max(100)).max(200),
})
export type EndpointExceptions = z.infer<typeof endpointExceptions>

/** US dollars per million tokens. */
export const tokenPrices = z.object({
  input: z.number().nonnegative().max(100_000),
  output: z.number().nonnegative().max(100_000),
  /** tokens read from the vendor's cache; absent: they cost as much as other tokens of the prompt */
  cachedInput: z.number().nonnegative().max(100_000).optional(),
})
export type TokenPricesPerMillion = z.infer<typeof tokenPrices>

/** A model's name as vendors write it: printable ASCII without spaces or markup. */
export const modelName = z
  .string()
  .min(1)
  .max(MAX_MODEL_NAME_LENGTH)
  .regex(/^[\w.:/@+~=-]+$/, 'letters, digits and . _ : / @ + ~ = - only')

/** Headers of one connection (RFC 9110, 7.6.1) or of the message's frame: another value would misroute or cut requests. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9-]+$/, 'letters, digits and - only')
  .refine((name) => !CONNECTION_HEADERS.has(name.toLowerCase()), 'set by the connection itself')
const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\x20-\x7e]*$/, 'printable ASCII only')
/** A key travels in a header: visible ASCII. */
const apiKey = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[\x21-\x7e]*$/, 'no spaces, line breaks or letters outside ASCII')

/** The editable part of an endpoint. */
export const modelEndpointDraft = z.object({
  name: z.string().trim().min(1).max(80),
  protocol: z.enum(ENDPOINT_PROTOCOLS),
  /** with `/v1` where the server has it; a slash at the end is removed */
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .max(500)
    .transform((url) => url.replace(/\/{1,10}$/, '')),
  /** absent or undefined: the stored key is preserved; empty: no key */
  apiKey: apiKey.optional(),
  /** sent with every request; absent: the stored ones are preserved */
  headers: z
    .record(headerName, headerValue)
    .refine(
      (headers) => Object.keys(headers).length <= MAX_ENDPOINT_HEADERS,
      `at most ${MAX_ENDPOINT_HEADERS} headers`,
    )
    .optional(),
  /** models to offer, the preferred one first; empty: every model that the endpoint lists */
  models: z.array(modelName).max(MAX_ENDPOINT_MODELS),
  /** null: the prices of the built-in table, or an estimate */
  prices: tokenPrices.nullable(),
  /** model for transcription by OpenAI's audio protocol; null: the endpoint does not transcribe */
  transcriptionModel: modelName.nullable(),
  /** model for speech by OpenAI's audio protocol; null: the endpoint does not speak */
  speechModel: modelName.nullable(),
  access: endpointAccess,
  /**
   * the model searches the web by its vendor's own search instead of the host's engines, where the protocol has one; absent in a
   * change: the stored choice is preserved, otherwise false
   */
  vendorSearch: z.boolean().optional(),
  isEnabled: z.boolean(),
})
export type ModelEndpointDraft = z.infer<typeof modelEndpointDraft>

/** What keeps a provider from working, as a code for a text in the reader's language. */
export const providerProblem = z.enum([
  'not-connected',
  'switched-off',
  /** its program is not installed on the server */
  'not-installed',
  /** it does not run on the server */
  'not-found',
  /** it runs, and has no model or voice */
  'no-model',
  /** its model has to be fetched to the server */
  'model-missing',
  /** its package was not installed with Vee */
  'package-missing',
])
export type ProviderProblem = z.infer<typeof providerProblem>

/**
 * Why the replies of a provider of language models have failed on this server since its last reply: at once if the key
 * was rejected or the account has no credit, otherwise after three failures in a row.
 */
const providerFailing = z.object({ kind: z.enum(FAILOVER_KINDS), since: z.string() })
export type ProviderFailing = z.infer<typeof providerFailing>
/** `since`: when it was noticed; of `expiring`, when the key expires */
const keyWarning = z.object({ kind: z.enum(KEY_WARNINGS), since: z.string() })
export type KeyWarning = z.infer<typeof keyWarning>
/** What hosts should know about a provider: that its replies fail, or that its key soon will. */
export const providerTrouble = z.union([providerFailing, keyWarning])
export type ProviderTrouble = z.infer<typeof providerTrouble>

/** A model endpoint as returned to the host. Its key and the values of its headers are never returned. */
export const modelEndpoint = modelEndpointDraft.omit({ apiKey: true, headers: true }).extend({
  id: z.string(),
  baseUrl: z.string(),
  /** increases with every change; an update with an older one is rejected with EDIT_CONFLICT */
  version: z.number().int().positive(),
  hasKey: z.boolean(),
  headerNames: z.array(z.string()),
  /** false if the key was sealed with another secret than this server has: enter it again */
  isReadable: z.boolean(),
  trouble: providerTrouble.nullable(),
})
export type ModelEndpoint = z.infer<typeof modelEndpoint>

/** Result of a test: the models that the endpoint lists, and one short reply of a model. */
export const endpointTest = z.object({
  isWorking: z.boolean(),
  /** the model of the request; null if none was known */
  model: z.string().nullable(),
  /** up to 200 characters of the reply */
  reply: z.string().nullable(),
  /** until the first token, and until the end, in milliseconds */
  firstTokenMs: z.number().nonnegative().nullable(),
  totalMs: z.number().nonnegative(),
  /** null if the endpoint has no list of models */
  models: z.array(z.string()).nullable(),
  /** why it does not work; null if it works */
  failure: z
    .enum([
      'key',
      'credit',
      'address',
      /** an organization's endpoint in a network that the host does not allow, or without https */
      'network',
      'model',
      'busy',
      'timeout',
      'protocol',
      'redirect',
    ])
    .nullable(),
  /** HTTP status of the endpoint, if it responded with an error */
  status: z.number().int().nullable(),
})
export type EndpointTest = z.infer<typeof endpointTest>
