import { z } from 'zod'
import { sampling } from '../entities/sampling.ts'
import { agentFile, customAgent, customAgentFields } from '../entities/custom-agent.ts'
import { defineEndpoint } from './endpoint.ts'
import { opaqueId } from './chat.ts'

const tag = 'agents'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId.max(100) })
const oneAgent = { kind: 'json', schema: customAgent } as const

/** Without defaults, because they would clear fields that a change does not contain. */
const unwrapped = <S extends z.ZodType>(schema: z.ZodDefault<S>) => schema.unwrap().optional()
const { shape } = customAgentFields

export const createCustomAgent = defineEndpoint({
  method: 'POST',
  path: '/agents',
  tag,
  summary: 'Create a custom agent. GET /agents lists it, and its id is accepted like that of any agent',
  access,
  body: { kind: 'json', schema: customAgentFields },
  responses: { 201: oneAgent },
  errors: [...ERRORS, 'AGENTS_FULL'],
})

export const getCustomAgent = defineEndpoint({
  method: 'GET',
  path: '/agents/{id}',
  tag,
  summary: 'Get a custom agent',
  access,
  params,
  responses: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const patchCustomAgent = defineEndpoint({
  method: 'PATCH',
  path: '/agents/{id}',
  tag,
  summary: 'Update the given fields',
  access,
  params,
  body: {
    kind: 'json',
    schema: z.object({
      name: shape.name.optional(),
      purpose: shape.purpose.optional(),
      instructions: unwrapped(shape.instructions),
      voice: unwrapped(shape.voice),
      colour: unwrapped(shape.colour),
      model: unwrapped(shape.model),
      sampling: sampling.optional(),
      startingPrompts: unwrapped(shape.startingPrompts),
      usesTools: unwrapped(shape.usesTools),
      drawsDiagrams: unwrapped(shape.drawsDiagrams),
    }),
  },
  responses: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteCustomAgent = defineEndpoint({
  method: 'DELETE',
  path: '/agents/{id}',
  tag,
  summary: 'Delete; can be undone for ten minutes. Its conversations are not deleted',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreCustomAgent = defineEndpoint({
  method: 'POST',
  path: '/agents/{id}/restore',
  tag,
  summary: 'Undo the deletion, within ten minutes',
  access,
  params,
  responses: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND', 'AGENTS_FULL'],
})

export const exportCustomAgent = defineEndpoint({
  method: 'GET',
  path: '/agents/{id}/export',
  tag,
  summary: 'Export a custom agent as a file for POST /agents/import',
  access,
  params,
  responses: { 200: { kind: 'bytes', contentTypes: ['application/json'] } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const importCustomAgent = defineEndpoint({
  method: 'POST',
  path: '/agents/import',
  tag,
  summary:
    'Import a custom agent from a file. A name in use is changed, and tools must be enabled explicitly',
  access,
  body: { kind: 'json', schema: agentFile },
  responses: { 201: oneAgent },
  errors: [...ERRORS, 'AGENTS_FULL'],
})

export const CUSTOM_AGENT_CALLS = [
  createCustomAgent,
  importCustomAgent,
  getCustomAgent,
  patchCustomAgent,
  deleteCustomAgent,
  restoreCustomAgent,
  exportCustomAgent,
] as const
