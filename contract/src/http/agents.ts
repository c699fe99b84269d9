import { z } from 'zod'
import { agent } from '../entities/agent.ts'
import { defineEndpoint } from './endpoint.ts'

export const listAgents = defineEndpoint({
  method: 'GET',
  path: '/agents',
  tag: 'agents',
  summary: 'List the agents that the caller may see, in the language of Accept-Language',
  access: 'public',
  responses: { 200: { kind: 'json', schema: z.object({ agents: z.array(agent) }) } },
  errors: ['SESSION_EXPIRED', 'VALIDATION'],
})

export const getPrompt = defineEndpoint({
  method: 'GET',
  path: '/prompts/{id}',
  tag: 'agents',
  summary: "Get an agent's system prompt, by id or alias",
  access: 'signed-in',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: { kind: 'json', schema: z.object({ id: z.string(), content: z.string() }) } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED', 'SESSION_EXPIRED'],
})
