import { z } from 'zod'
import { searchEngineDraft } from '../entities/search-engine.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { modelDownload } from './system.ts'

/** The endpoint that turns what members store into vectors, so that it is found by its meaning too. */
export const embeddingDraft = z.object({
  /** `openai`: also Ollama, LM Studio and vLLM; `local`: a model on this server, without an address, a key or a price */
  protocol: z.enum(['openai', 'gemini', 'local']),
  /** null: the vendor's own */
  baseUrl: searchEngineDraft.shape.baseUrl,
  model: z.string().trim().min(1).max(200),
  /** absent: the stored key is preserved, unless the address leads to another server; empty: no key */
  apiKey: searchEngineDraft.shape.apiKey,
  /** US dollars per million tokens */
  priceUsd: z.number().nonnegative().max(1_000),
  /** false: words alone decide, even if the environment has an endpoint */
  isEnabled: z.boolean(),
})
export type EmbeddingDraft = z.infer<typeof embeddingDraft>

export const hostEmbedding = embeddingDraft.omit({ apiKey: true }).extend({
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  /** false if its key was sealed with another secret */
  isReadable: z.boolean(),
  /** whether it was set here or in the environment */
  source: z.enum(['host', 'environment']),
  /** what a model on this server needs first; null: nothing, or it is an endpoint. Absent on servers before 2026-11-29 */
  download: modelDownload.nullable().optional(),
})
export type HostEmbedding = z.infer<typeof hostEmbedding>

/** A model for the protocol `local`. */
const localEmbeddingModel = z.object({
  id: z.string(),
  name: z.string(),
  /** SPDX */
  licence: z.string(),
  /** of its download */
  bytesTotal: z.int().positive(),
})
export type LocalEmbeddingModel = z.infer<typeof localEmbeddingModel>

const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const path = '/host/embedding'

export const getHostEmbedding = defineEndpoint({
  method: 'GET',
  path,
  tag: 'host',
  summary:
    'Get the endpoint that finds passages by their meaning, without its key; null if words alone decide',
  access: 'signed-in',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        embedding: hostEmbedding.nullable(),
        /** models for the protocol `local`; absent on servers before 2026-11-29 */
        localModels: z.array(localEmbeddingModel).optional(),
      }),
    },
  },
  errors,
})

export const putHostEmbedding = defineEndpoint({
  method: 'PUT',
  path,
  tag: 'host',
  summary:
    'Choose the endpoint that finds passages by their meaning, in place of that of the environment; another model embeds everything again',
  access: 'signed-in',
  body: { kind: 'json', schema: embeddingDraft },
  responses: { 200: { kind: 'json', schema: hostEmbedding } },
  errors: [...errors, 'VALIDATION'],
})

export const startEmbeddingDownload = defineEndpoint({
  method: 'POST',
  path: `${path}/download`,
  tag: 'host',
  summary:
    'Start the download of the model on this server that is chosen, after it was canceled or has failed',
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: hostEmbedding } },
  errors: [...errors, 'NOT_FOUND'],
})

export const stopEmbeddingDownload = defineEndpoint({
  method: 'DELETE',
  path: `${path}/download`,
  tag: 'host',
  summary: 'Cancel the download; a later download resumes it',
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: hostEmbedding } },
  errors: [...errors, 'NOT_FOUND'],
})

export const deleteHostEmbedding = defineEndpoint({
  method: 'DELETE',
  path,
  tag: 'host',
  summary: 'Remove the endpoint that was chosen here, with its key: that of the environment is used again',
  access: 'signed-in',
  responses: { 204: { kind: 'empty' } },
  errors,
})

export const testHostEmbedding = defineEndpoint({
  method: 'POST',
  path: '/host/embedding/test',
  tag: 'host',
  summary: 'Embed a word at an endpoint, stored or not; the vendor charges it',
  access: 'signed-in',
  body: { kind: 'json', schema: embeddingDraft },
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        isWorking: z.boolean(),
        /** length of its vectors */
        dimensions: z.int().nonnegative(),
        totalMs: z.int().nonnegative(),
        /** why it failed, in one English sentence without the key; null if it worked */
        reason: z.string().nullable(),
      }),
    },
  },
  errors,
})

export const EMBEDDING_CALLS: readonly Endpoint[] = [
  getHostEmbedding,
  putHostEmbedding,
  deleteHostEmbedding,
  startEmbeddingDownload,
  stopEmbeddingDownload,
  testHostEmbedding,
]
