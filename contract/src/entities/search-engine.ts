import { z } from 'zod'
import { endpointAccess, endpointExceptions } from './model-endpoint.ts'

/** The search engines that a host can connect while the server runs. */
export const searchEngineId = z.enum(['searxng', 'brave', 'tavily', 'exa', 'kagi'])
export type SearchEngineId = z.infer<typeof searchEngineId>

/** The editable part of a search engine that the host has connected. */
export const searchEngineDraft = z.object({
  /** required for SearXNG; null: the vendor's own */
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .max(500)
    .transform((url) => url.replace(/\/{1,10}$/, ''))
    .nullable(),
  /** absent: the stored key is preserved, unless the address leads to another server; empty: no key */
  apiKey: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^[\x21-\x7e]*$/, 'no spaces, line breaks or letters outside ASCII')
    .optional(),
  /** price of one search, in US dollars; null: that of the environment, or the list price */
  priceUsd: z.number().nonnegative().max(100).nullable(),
  /** the callers whose words may go to it */
  access: endpointAccess,
  /** of these, whose words never go to it; default: none */
  exceptFor: endpointExceptions.default({ plans: [], organizationIds: [] }),
  /** false: it is not used, even if the environment connects it */
  isEnabled: z.boolean(),
})
export type SearchEngineDraft = z.infer<typeof searchEngineDraft>

/** A search engine that the host has connected, without its key. */
export const hostSearchEngine = searchEngineDraft.omit({ apiKey: true }).extend({
  id: searchEngineId,
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  /** false if its key was sealed with another secret */
  isReadable: z.boolean(),
})
export type HostSearchEngine = z.infer<typeof hostSearchEngine>

/** The result of one search. */
export const searchEngineTest = z.object({
  isWorking: z.boolean(),
  /** number of hits */
  hits: z.int().nonnegative(),
  totalMs: z.int().nonnegative(),
  /** why it failed, in one English sentence without the key; null if it worked */
  reason: z.string().nullable(),
})
export type SearchEngineTest = z.infer<typeof searchEngineTest>
