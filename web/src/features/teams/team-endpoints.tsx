import type { ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { MAX_ORGANIZATION_ENDPOINTS } from '@vee/contract/entities/teams/organization-limits'
import type {
  createOrganizationEndpoint,
  deleteOrganizationEndpoint,
  listOrganizationEndpoints,
  testOrganizationEndpoint,
  updateOrganizationEndpoint,
} from '@vee/contract/http/teams/organization-endpoints'
import { EndpointList, EndpointManagerContext, type EndpointManager } from '#models/index.ts'
import { useTexts } from '#i18n/index.ts'
import { useTeamActions } from './team-actions.ts'
import { useTeamFailureText } from './use-failure-text.ts'

const PATH = '/organizations/{id}/endpoints'
const ONE = '/organizations/{id}/endpoints/{endpointId}'
/** A team's endpoints have no rules of access, and no models for speech. */
const HOST_ONLY = { access: { kind: 'signed-in' }, transcriptionModel: null, speechModel: null } as const

/** The endpoints of language models that a team brings for its members. */
export function TeamEndpoints({ organizationId: id }: { readonly organizationId: string }) {
  const t = useTexts('models')
  const { api, tell } = useTeamActions()
  const failureText = useTeamFailureText()
  const params = { id }
  const manager: EndpointManager = {
    kind: 'team',
    max: MAX_ORGANIZATION_ENDPOINTS,
    list: async (signal) => {
      const { items } = await api.json<typeof listOrganizationEndpoints>('GET', PATH, {
        params,
        ...(signal && { signal }),
      })
      return items.map((endpoint) => ({ ...endpoint, ...HOST_ONLY }))
    },
    create: (draft) =>
      api.json<typeof createOrganizationEndpoint>('POST', PATH, { params, body: ofTeam(draft) }),
    update: (endpointId, change) =>
      api.json<typeof updateOrganizationEndpoint>('PATCH', ONE, {
        params: { id, endpointId },
        body: ofTeam(change),
      }),
    remove: (endpointId) =>
      api.json<typeof deleteOrganizationEndpoint>('DELETE', ONE, { params: { id, endpointId } }),
    test: (body) => api.json<typeof testOrganizationEndpoint>('POST', `${PATH}/test`, { params, body }),
    showDone: (title) => tell({ type: 'success', title }),
    showFailure: (error) =>
      tell({ type: 'error', title: t('endpoints.actFailed'), message: failureText(error) }),
  }
  return (
    <EndpointManagerContext value={manager}>
      <EndpointList id={id} />
    </EndpointManagerContext>
  )
}

function ofTeam<D extends Partial<ModelEndpointDraft>>(draft: D) {
  const { access: _, transcriptionModel: __, speechModel: ___, ...rest } = draft
  return rest
}
