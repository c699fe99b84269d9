import { z } from 'zod'
import { MAX_INSTRUCTIONS_LENGTH, PROJECT_ITEM_KINDS, MAX_PROJECT_NAME_LENGTH } from './project-limits.ts'
import { shareRight } from './teams/share-right.ts'

export const projectItemKind = z.enum(PROJECT_ITEM_KINDS)
export type ProjectItemKind = z.infer<typeof projectItemKind>

export const projectName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PROJECT_NAME_LENGTH)
  .regex(/^\P{Cc}*$/u, 'no control characters')

/** What a member sets of a project. */
export const projectFields = z.object({
  name: projectName,
  /** added to the prompt of its conversations */
  instructions: z.string().trim().max(MAX_INSTRUCTIONS_LENGTH).default(''),
  /** the agent of its new conversations */
  agentId: z.string().min(1).max(100).nullable().default(null),
  /** the model of its conversations, where the person has chosen none */
  model: z.string().min(1).max(200).nullable().default(null),
})
export type ProjectFields = z.infer<typeof projectFields>

export const project = projectFields.extend({
  id: z.string(),
  /** null: the caller's own */
  ownerName: z.string().nullable(),
  /** what the caller may do with it; `edit` includes its name and instructions */
  right: shareRight,
  /** the team that it was made for; null: it is the owner's alone, or was shared later */
  organizationId: z.string().nullable(),
  /** the caller's conversations in it */
  conversationCount: z.int().nonnegative(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Project = z.infer<typeof project>

/** Something in a project that the caller may see. */
export const projectItem = z.object({
  kind: projectItemKind,
  ref: z.string(),
  title: z.string(),
  /** when it was added, or the time of the last question or reply of a conversation */
  at: z.string(),
})
export type ProjectItem = z.infer<typeof projectItem>
