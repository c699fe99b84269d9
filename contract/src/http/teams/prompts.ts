import { z } from 'zod'
import { MAX_PROMPT_LENGTH, MAX_PROMPT_TITLE_LENGTH } from '../../entities/teams/prompt-limits.ts'
import { sampling } from '../../entities/sampling.ts'
import { type Endpoint, defineEndpoint } from '../endpoint.ts'

const tag = 'prompts'
const access = 'signed-in'
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const idParams = z.object({ id: z.string().max(2_000) })

const savedPrompt = z.object({
  id: z.string(),
  title: z.string(),
  /** `{{name}}` is a variable that is replaced when the prompt is used */
  text: z.string(),
  /** for replies to questions with this prompt */
  sampling,
  /** the organization whose members may use it; null: the caller only */
  organization: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** whether the caller may change it: their own prompts, and as admin those of the organization */
  mayEdit: z.boolean(),
  updatedAt: z.string(),
})
export type SavedPrompt = z.infer<typeof savedPrompt>

const title = z.string().trim().min(1).max(MAX_PROMPT_TITLE_LENGTH)
const text = z.string().trim().min(1).max(MAX_PROMPT_LENGTH)
const onePrompt = { kind: 'json', schema: savedPrompt } as const

export const listSavedPrompts = defineEndpoint({
  method: 'GET',
  path: '/saved-prompts',
  tag,
  summary: "List the caller's prompts and those of their organizations, by title",
  access,
  responses: { 200: { kind: 'json', schema: z.object({ prompts: z.array(savedPrompt) }) } },
  errors,
})

export const createSavedPrompt = defineEndpoint({
  method: 'POST',
  path: '/saved-prompts',
  tag,
  summary: 'Create a prompt, personal or for an organization in which the caller is not a viewer',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      title,
      text,
      sampling: sampling.prefault({}),
      organizationId: z.string().max(2_000).nullable().default(null),
    }),
  },
  responses: { 201: onePrompt },
  errors: [...errors, 'NOT_FOUND'],
})

export const updateSavedPrompt = defineEndpoint({
  method: 'PATCH',
  path: '/saved-prompts/{id}',
  tag,
  summary: 'Update a prompt',
  access,
  params: idParams,
  body: {
    kind: 'json',
    schema: z.object({ title: title.optional(), text: text.optional(), sampling: sampling.optional() }),
  },
  responses: { 200: onePrompt },
  errors: [...errors, 'NOT_FOUND'],
})

export const deleteSavedPrompt = defineEndpoint({
  method: 'DELETE',
  path: '/saved-prompts/{id}',
  tag,
  summary: 'Delete a prompt',
  access,
  params: idParams,
  responses: { 204: { kind: 'empty' } },
  errors: [...errors, 'NOT_FOUND'],
})

export const PROMPT_CALLS: readonly Endpoint[] = [
  listSavedPrompts,
  createSavedPrompt,
  updateSavedPrompt,
  deleteSavedPrompt,
]
