import { SCIM_USER, type ScimUser } from '@vee/contract/entities/scim'
import type { ScimPersonRow } from '#db/queries/provisioning.ts'

/** `base`: address of the SCIM endpoints, without a slash at the end */
export function presentPerson(person: ScimPersonRow, base: string): ScimUser {
  const { id, email, external_id, display_name, given_name, family_name } = person
  return {
    schemas: [SCIM_USER],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: email,
    ...((given_name !== null || family_name !== null) && {
      name: {
        ...(given_name !== null && { givenName: given_name }),
        ...(family_name !== null && { familyName: family_name }),
      },
    }),
    ...(display_name !== null && { displayName: display_name }),
    emails: [{ value: email, type: 'work', primary: true }],
    active: person.is_active === 1,
    meta: {
      resourceType: 'User',
      created: new Date(person.created_at).toISOString(),
      lastModified: new Date(person.updated_at).toISOString(),
      location: `${base}/Users/${id}`,
    },
  }
}
