import { z } from 'zod'
import type { OwnAgentId } from './agent-ids.ts'
import { AGENT_COLOURS, OWN_AGENT_LIMITS as LIMITS } from './own-agent-limits.ts'
import { shareRight } from './share-right.ts'

export const ownAgentId = z.templateLiteral([z.literal('own_'), z.string().regex(/^[0-9a-f]{32}$/)])

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'one line of text')

/** What a member says of an agent of their own. */
export const ownAgentFields = z.object({
  /** what it is called, on the screen and by voice */
  name: line(LIMITS.name),
  /** what it is for, in a sentence */
  purpose: line(LIMITS.purpose),
  /** how it is to work; it is quoted to the model and stays below the rules of the house */
  instructions: z.string().trim().max(LIMITS.instructions).default(''),
  /** null takes the caller's voice */
  voice: z
    .object({ voiceId: z.string().min(1).max(200), name: z.string().max(200), lang: z.string().max(35) })
    .nullable()
    .default(null),
  /** the name of a theme role, never a colour */
  colour: z.enum(AGENT_COLOURS).default('accent'),
  /** a wish; null, or a model that nobody serves, takes the host's */
  model: line(LIMITS.model).nullable().default(null),
  startingPrompts: z.array(line(LIMITS.prompt)).max(LIMITS.prompts).default([]),
  /** whether it may use the server's tools; only for who made it, never for those it is shared with */
  usesTools: z.boolean().default(false),
  /** whether it draws diagrams where they help */
  drawsDiagrams: z.boolean().default(false),
})
export type OwnAgentFields = z.infer<typeof ownAgentFields>

/** Whose an agent is. */
export const agentOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('me') }),
  /** a colleague, who shares it */
  z.object({ kind: z.literal('member'), name: z.string() }),
  z.object({ kind: z.literal('organization'), id: z.string(), name: z.string() }),
])
export type AgentOwner = z.infer<typeof agentOwner>

/** An agent that a member made, as those see it who may use it. */
export const ownAgent = ownAgentFields.extend({
  id: ownAgentId,
  owner: agentOwner,
  /** to talk to it, read and copy it (`use`), or also to change it (`edit`); a colleague's is never deleted */
  right: shareRight,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OwnAgent = z.infer<typeof ownAgent> & { readonly id: OwnAgentId }

/** An agent as a file. The number goes up when an older reader would read a file wrongly. */
export const AGENT_FILE_VERSION = 1
export const agentFile = z.object({
  format: z.literal('vee-agent'),
  version: z.literal(AGENT_FILE_VERSION),
  agent: ownAgentFields,
})
export type AgentFile = z.infer<typeof agentFile>
