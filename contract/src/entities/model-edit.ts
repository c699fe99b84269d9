import { z } from 'zod'
import { tokenPrices } from './model-endpoint.ts'

/** Tokens that no model reaches. */
const MAX_SIZE = 1_000_000_000
const size = z.number().int().positive().max(MAX_SIZE)

/** What is known about a model; null: unknown. */
export const modelFacts = z.object({
  canSee: z.boolean().nullable(),
  canUseTools: z.boolean().nullable(),
  canReason: z.boolean().nullable(),
  /** tokens of prompt and reply together */
  contextTokens: size.nullable(),
  /** tokens of a reply at most */
  outputTokens: size.nullable(),
  /** US dollars per million tokens; zeros if it is free of charge */
  prices: tokenPrices.nullable(),
  /** where its vendor runs it: a country or a data center */
  region: z.string().trim().min(1).max(60).nullable(),
})

/** What the host states about a model; null: as its vendor or the built-in table states it. */
export const modelEdit = modelFacts.extend({
  /** It is no longer offered; conversations that chose it are replied to by the automatic model. */
  isRetired: z.boolean(),
})
export type ModelEdit = z.infer<typeof modelEdit>

/** A model of the catalogue as returned to the host. */
export const editableModel = z.object({
  /** `<provider>:<model>` */
  id: z.string(),
  /** the vendor's name of the model */
  name: z.string(),
  provider: z.object({ id: z.string(), name: z.string() }),
  /** false: its provider no longer lists it, and the host's edit is what is left of it */
  isListed: z.boolean(),
  /** what is known without the host's edit */
  facts: modelFacts,
  /** null: not edited */
  edit: modelEdit.nullable(),
  /** increases with every edit, 0 before the first; an edit based on an older one is rejected with EDIT_CONFLICT */
  version: z.number().int().nonnegative(),
})
export type EditableModel = z.infer<typeof editableModel>
