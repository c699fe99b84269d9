import { z } from 'zod'
import { AGENT_IDS } from './agent-ids.ts'
import { agentOwner, customAgentId } from './custom-agent.ts'
import { shareRight } from './teams/share-right.ts'
import { voiceWish } from './voice.ts'

export const agentId = z.union([z.enum(AGENT_IDS), customAgentId])

export const accessTier = z.enum(['public', 'member', 'premium'])
export type AccessTier = z.infer<typeof accessTier>

export const agentCapabilities = z.object({
  canGenerateDiagrams: z.boolean(),
  usesCompactRenderer: z.boolean(),
  acceptsVoiceInput: z.boolean(),
  /** maximum number of history messages that are sent */
  maxChatHistory: z.int().positive(),
  showEphemeralChatLog: z.boolean(),
  handlesOwnInput: z.boolean(),
  /** accepts images and documents with a message */
  attachments: z.boolean(),
})

/** An agent in the catalogue, with texts in the requested language. */
export const agent = z.object({
  id: agentId,
  label: z.string(),
  description: z.string(),
  longDescription: z.string().optional(),
  category: z.string(),
  systemPromptKey: z.string(),
  capabilities: agentCapabilities,
  examplePrompts: z.array(z.string()),
  /** the `examplePrompts` that the built-in responder can answer while no model is connected */
  examplesWithoutModel: z.array(z.string()).optional(),
  /** the `examplePrompts` about a text that the user still has to add */
  examplesToComplete: z.array(z.string()).optional(),
  tags: z.array(z.string()),
  inputPlaceholder: z.string(),
  isPublic: z.boolean(),
  accessTier,
  isBeta: z.boolean(),
  isDefault: z.boolean(),
  /** the name of a theme role, never a colour */
  themeColor: z.string(),
  detailedCapabilities: z.array(z.object({ id: z.string(), label: z.string() })),
  defaultVoicePersona: z.object({ name: z.string(), voiceId: z.string(), lang: z.string() }).optional(),
  /** absent for custom agents, which name a voice themselves */
  voiceWish: voiceWish.optional(),
  /** true if the caller's tier does not include this agent */
  locked: z.boolean(),
  /** set for custom agents only */
  own: z.object({ owner: agentOwner, right: shareRight }).optional(),
})
export type Agent = z.infer<typeof agent>
