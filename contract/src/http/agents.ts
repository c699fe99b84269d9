import { z } from 'zod'
import { agent } from '../entities/agent.ts'
import { defineCall } from './call.ts'

export const listAgents = defineCall({
  method: 'GET',
  path: '/agents',
  area: 'agents',
  summary: 'The catalogue as the caller may see it, in the language of Accept-Language',
  access: 'public',
  answers: { 200: { kind: 'json', schema: z.object({ agents: z.array(agent) }) } },
  errors: ['SESSION_EXPIRED', 'VALIDATION'],
})

export const getPrompt = defineCall({
  method: 'GET',
  path: '/prompts/{id}',
  area: 'agents',
  summary: "An agent's system prompt, by id or alias",
  access: 'signed-in',
  params: z.object({ id: z.string().min(1).max(100) }),
  answers: { 200: { kind: 'json', schema: z.object({ id: z.string(), content: z.string() }) } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED', 'SESSION_EXPIRED'],
})
