import { z } from 'zod'
import { project, projectFields, projectItem, projectItemKind } from '../entities/project.ts'
import { opaqueId } from './chat.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

const tag = 'projects'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId.max(100) })
const itemParams = params.extend({ kind: projectItemKind, ref: opaqueId })
const oneProject = { kind: 'json', schema: project } as const
const { shape } = projectFields

export const listProjects = defineEndpoint({
  method: 'GET',
  path: '/projects',
  tag,
  summary: 'List the projects of a member, and those that are shared in their organizations, by name',
  access,
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(project), nextCursor: z.string().nullable() }),
    },
  },
  errors: ERRORS,
})

export const createProject = defineEndpoint({
  method: 'POST',
  path: '/projects',
  tag,
  summary:
    'Create a project; with `organizationId` its members may use and edit it, viewers use it. With `importId` it is deleted with the import, unless there is something in it',
  access,
  body: {
    kind: 'json',
    schema: projectFields.extend({ organizationId: opaqueId.optional(), importId: opaqueId.optional() }),
  },
  responses: { 201: oneProject },
  errors: [...ERRORS, 'NOT_FOUND', 'STORAGE_FULL'],
})

export const getProject = defineEndpoint({
  method: 'GET',
  path: '/projects/{id}',
  tag,
  summary: 'Get a project',
  access,
  params,
  responses: { 200: oneProject },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const patchProject = defineEndpoint({
  method: 'PATCH',
  path: '/projects/{id}',
  tag,
  summary: 'Update the given fields',
  access,
  params,
  body: {
    kind: 'json',
    schema: z.object({
      name: shape.name.optional(),
      instructions: shape.instructions.unwrap().optional(),
      agentId: shape.agentId.unwrap().optional(),
      model: shape.model.unwrap().optional(),
    }),
  },
  responses: { 200: oneProject },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteProject = defineEndpoint({
  method: 'DELETE',
  path: '/projects/{id}',
  tag,
  summary: 'Delete; can be undone for ten minutes. What belonged to it is not deleted',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreProject = defineEndpoint({
  method: 'POST',
  path: '/projects/{id}/restore',
  tag,
  summary: 'Undo the deletion, within ten minutes',
  access,
  params,
  responses: { 200: oneProject },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const listProjectItems = defineEndpoint({
  method: 'GET',
  path: '/projects/{id}/items',
  tag,
  summary: 'List what belongs to a project, as far as the caller may see it: the newest first',
  access,
  params,
  query: z.object({
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(projectItem), nextCursor: z.string().nullable() }),
    },
  },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const putProjectItem = defineEndpoint({
  method: 'PUT',
  path: '/projects/{id}/items/{kind}/{ref}',
  tag,
  summary:
    'Put a conversation, a meeting, a file or a prompt of the caller into a project. A conversation is in one project',
  access,
  params: itemParams,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND', 'STORAGE_FULL'],
})

export const deleteProjectItem = defineEndpoint({
  method: 'DELETE',
  path: '/projects/{id}/items/{kind}/{ref}',
  tag,
  summary: 'Take something that the caller has put into a project out of it; it is not deleted',
  access,
  params: itemParams,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const PROJECT_CALLS: readonly Endpoint[] = [
  listProjects,
  createProject,
  getProject,
  patchProject,
  deleteProject,
  restoreProject,
  listProjectItems,
  putProjectItem,
  deleteProjectItem,
]
