import { z } from 'zod'
import { agentFile, ownAgent, ownAgentFields } from '../entities/own-agent.ts'
import { defineCall } from './call.ts'
import { opaqueId } from './chat.ts'

const area = 'agents'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId.max(100) })
const oneAgent = { kind: 'json', schema: ownAgent } as const

/** Without defaults, because they would clear fields that a change does not contain. */
const unwrapped = <S extends z.ZodType>(schema: z.ZodDefault<S>) => schema.unwrap().optional()
const { shape } = ownAgentFields

export const createOwnAgent = defineCall({
  method: 'POST',
  path: '/agents',
  area,
  summary:
    'Make an agent of your own. GET /agents lists it from then on, and its id is taken wherever an agent is named',
  access,
  body: { kind: 'json', schema: ownAgentFields },
  answers: { 201: oneAgent },
  errors: [...ERRORS, 'AGENTS_FULL'],
})

export const getOwnAgent = defineCall({
  method: 'GET',
  path: '/agents/{id}',
  area,
  summary: 'Get a custom agent',
  access,
  params,
  answers: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const patchOwnAgent = defineCall({
  method: 'PATCH',
  path: '/agents/{id}',
  area,
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
      startingPrompts: unwrapped(shape.startingPrompts),
      usesTools: unwrapped(shape.usesTools),
      drawsDiagrams: unwrapped(shape.drawsDiagrams),
    }),
  },
  answers: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteOwnAgent = defineCall({
  method: 'DELETE',
  path: '/agents/{id}',
  area,
  summary:
    'Delete it. For ten minutes it can be restored, then it is gone for good. What was said with it stays',
  access,
  params,
  answers: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreOwnAgent = defineCall({
  method: 'POST',
  path: '/agents/{id}/restore',
  area,
  summary: 'Undo the deletion, within ten minutes',
  access,
  params,
  answers: { 200: oneAgent },
  errors: [...ERRORS, 'NOT_FOUND', 'AGENTS_FULL'],
})

export const exportOwnAgent = defineCall({
  method: 'GET',
  path: '/agents/{id}/export',
  area,
  summary: 'Export a custom agent as a file for POST /agents/import',
  access,
  params,
  answers: { 200: { kind: 'bytes', contentTypes: ['application/json'] } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const importOwnAgent = defineCall({
  method: 'POST',
  path: '/agents/import',
  area,
  summary:
    'Make the agent of a file. It gets another name when its own is taken, and no tools until you give it them',
  access,
  body: { kind: 'json', schema: agentFile },
  answers: { 201: oneAgent },
  errors: [...ERRORS, 'AGENTS_FULL'],
})

export const OWN_AGENT_CALLS = [
  createOwnAgent,
  importOwnAgent,
  getOwnAgent,
  patchOwnAgent,
  deleteOwnAgent,
  restoreOwnAgent,
  exportOwnAgent,
] as const
