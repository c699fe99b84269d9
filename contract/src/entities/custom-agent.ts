import { z } from 'zod'
import type { CustomAgentId } from './agent-ids.ts'
import { AGENT_COLOURS, CUSTOM_AGENT_LIMITS as LIMITS } from './custom-agent-limits.ts'
import { sampling } from './sampling.ts'
import { shareRight } from './teams/share-right.ts'

export const customAgentId = z.templateLiteral([z.literal('own_'), z.string().regex(/^[0-9a-f]{32}$/)])

const shortText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'one line of text')

/** The fields of a custom agent that its owner edits. */
export const customAgentFields = z.object({
  /** the name on the screen and for voice commands */
  name: shortText(LIMITS.name),
  /** its purpose in one sentence */
  purpose: shortText(LIMITS.purpose),
  /** its instructions, quoted to the model with lower priority than the rules of this server */
  instructions: z.string().trim().max(LIMITS.instructions).default(''),
  /** null: the caller's voice */
  voice: z
    .object({ voiceId: z.string().min(1).max(200), name: z.string().max(200), lang: z.string().max(35) })
    .nullable()
    .default(null),
  /** the name of a theme role, never a colour */
  colour: z.enum(AGENT_COLOURS).default('accent'),
  /** the preferred model; if null or not available, the host's */
  model: shortText(LIMITS.model).nullable().default(null),
  sampling: sampling.prefault({}),
  startingPrompts: z.array(shortText(LIMITS.prompt)).max(LIMITS.prompts).default([]),
  /** whether it may use the server's tools; only for its owner, never for colleagues it is shared with */
  usesTools: z.boolean().default(false),
  /** whether it draws diagrams where they help */
  drawsDiagrams: z.boolean().default(false),
})
export type CustomAgentFields = z.infer<typeof customAgentFields>

/** The owner of an agent. */
export const agentOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('me') }),
  /** a colleague who shares it */
  z.object({ kind: z.literal('member'), name: z.string() }),
  z.object({ kind: z.literal('organization'), id: z.string(), name: z.string() }),
])
export type AgentOwner = z.infer<typeof agentOwner>

/** A custom agent as returned to callers who may use it. */
export const customAgent = customAgentFields.extend({
  id: customAgentId,
  owner: agentOwner,
  /** to talk to it, read and copy it (`use`), or also to change it (`edit`); a colleague's is never deleted */
  right: shareRight,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type CustomAgent = z.infer<typeof customAgent> & { readonly id: CustomAgentId }

/** Version of the file format for agents. Increased when an older reader would misinterpret a file. */
export const AGENT_FILE_VERSION = 1
export const agentFile = z.object({
  format: z.literal('vee-agent'),
  version: z.literal(AGENT_FILE_VERSION),
  agent: customAgentFields,
})
export type AgentFile = z.infer<typeof agentFile>
