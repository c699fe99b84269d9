import { z } from 'zod'
import { editableModel, modelEdit } from '../entities/model-edit.ts'
import { MAX_MODEL_ID_LENGTH } from '../entities/model-endpoint-limits.ts'
import { type Endpoint, defineEndpoint } from './endpoint.ts'

const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const

export const listCatalogueModels = defineEndpoint({
  method: 'GET',
  path: '/host/models',
  tag: 'host',
  summary:
    'List the models of all available providers, with what is known about them and what the host states',
  access: 'signed-in',
  query: z.object({
    /** part of the name of a model or a provider */
    q: z.string().max(200).optional(),
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(editableModel), nextCursor: z.string().nullable() }),
    },
  },
  errors,
})

export const editCatalogueModel = defineEndpoint({
  method: 'PUT',
  path: '/host/models',
  tag: 'host',
  summary: 'State what a model can do, what it costs, where it runs, and whether it is offered',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      id: z.string().max(MAX_MODEL_ID_LENGTH),
      /** the version that the edit is based on; 0: not edited yet */
      version: z.int().nonnegative(),
      /** null: as its vendor or the built-in table states it */
      edit: modelEdit.nullable(),
    }),
  },
  responses: { 200: { kind: 'json', schema: editableModel } },
  errors: [...errors, 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const MODEL_CATALOGUE_CALLS: readonly Endpoint[] = [listCatalogueModels, editCatalogueModel]
