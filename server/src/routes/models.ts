import {
  createModelEndpoint,
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from '@vee/contract/http/model-endpoints'
import { editCatalogueModel, listCatalogueModels } from '@vee/contract/http/model-catalogue'
import { listOfferedModels } from '@vee/contract/http/models'
import { listOwnKeyVendors, testOwnKey } from '@vee/contract/http/own-keys'
import {
  createOrganizationEndpoint,
  deleteOrganizationEndpoint,
  listOrganizationEndpoints,
  testOrganizationEndpoint,
  updateOrganizationEndpoint,
} from '@vee/contract/http/teams/organization-endpoints'
import type {
  ModelCatalogue,
  ModelEndpoints,
  OfferedModels,
  OrganizationEndpoints,
  OwnKeyTests,
} from '#domain/model-endpoints/index.ts'
import { empty, json, type Route, route } from '#serving/route.ts'

interface ModelRoutesDependencies {
  readonly endpoints: ModelEndpoints
  readonly organizationEndpoints: OrganizationEndpoints
  readonly ownKeyTests: OwnKeyTests
  readonly offered: OfferedModels
  readonly catalogue: ModelCatalogue
}

export const modelRoutes = ({
  endpoints,
  organizationEndpoints,
  ownKeyTests,
  offered,
  catalogue,
}: ModelRoutesDependencies): readonly Route[] => [
  route(listOfferedModels, async ({ caller }) => json(await offered.list(caller))),
  route(listCatalogueModels, async ({ query, caller }) => json(await catalogue.list(query, caller))),
  route(editCatalogueModel, async ({ body, caller }) => json(await catalogue.edit(body, caller))),
  route(listModelEndpoints, async ({ caller }) => json({ items: await endpoints.list(caller) })),
  route(createModelEndpoint, async ({ body, caller }) => json(await endpoints.create(body, caller), 201)),
  route(updateModelEndpoint, async ({ params, body, caller }) =>
    json(await endpoints.update(params.id, body, caller)),
  ),
  route(deleteModelEndpoint, async ({ params, caller }) => {
    await endpoints.remove(params.id, caller)
    return empty()
  }),
  route(testModelEndpoint, async ({ body, caller, signal }) =>
    json(await endpoints.test(body, caller, signal)),
  ),
  route(listOrganizationEndpoints, async ({ params, caller }) =>
    json({ items: await organizationEndpoints.list(params.id, caller) }),
  ),
  route(createOrganizationEndpoint, async ({ params, body, caller }) =>
    json(await organizationEndpoints.create(params.id, body, caller), 201),
  ),
  route(updateOrganizationEndpoint, async ({ params, body, caller }) =>
    json(await organizationEndpoints.update(params.id, params.endpointId, body, caller)),
  ),
  route(deleteOrganizationEndpoint, async ({ params, caller }) => {
    await organizationEndpoints.remove(params.id, params.endpointId, caller)
    return empty()
  }),
  route(testOrganizationEndpoint, async ({ params, body, caller, signal }) =>
    json(await organizationEndpoints.test(params.id, body, caller, signal)),
  ),
  route(listOwnKeyVendors, async () => json({ vendors: [...ownKeyTests.vendors] })),
  route(testOwnKey, async ({ body, ownKeys, caller, signal }) =>
    json(await ownKeyTests.test(body.vendor, ownKeys, caller, signal)),
  ),
]
