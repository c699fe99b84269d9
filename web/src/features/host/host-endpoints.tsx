import { MAX_ENDPOINTS } from '@vee/contract/entities/model-endpoint-limits'
import type {
  createModelEndpoint,
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
  updateModelEndpoint,
} from '@vee/contract/http/model-endpoints'
import { EndpointList, EndpointManagerContext, type EndpointManager } from '#models/index.ts'
import { useHostActions } from './host-actions.ts'
import { createListTeams } from './list-teams.ts'

interface HostEndpointsProps {
  /** the vendor for which the form is opened, by its display name; empty: chosen in the form */
  readonly connects?: string | undefined
  /** called when that form was closed */
  readonly onConnected: () => void
  /** called when an endpoint was added, changed or removed */
  readonly onChanged: () => void
}

/** The endpoints of language models of this server. */
export function HostEndpoints({ connects, onConnected, onChanged }: HostEndpointsProps) {
  const { api, showFailure, tell } = useHostActions()
  async function afterwards<T>(change: Promise<T>): Promise<T> {
    const changed = await change
    onChanged()
    return changed
  }
  const manager: EndpointManager = {
    kind: 'host',
    max: MAX_ENDPOINTS,
    list: async (signal) => {
      const { items } = await api.json<typeof listModelEndpoints>('GET', '/host/endpoints', {
        ...(signal && { signal }),
      })
      return items
    },
    listTeams: createListTeams(api),
    create: (body) => afterwards(api.json<typeof createModelEndpoint>('POST', '/host/endpoints', { body })),
    update: (id, body) =>
      afterwards(
        api.json<typeof updateModelEndpoint>('PATCH', '/host/endpoints/{id}', { params: { id }, body }),
      ),
    remove: (id) =>
      afterwards(api.json<typeof deleteModelEndpoint>('DELETE', '/host/endpoints/{id}', { params: { id } })),
    test: (body) => api.json<typeof testModelEndpoint>('POST', '/host/endpoints/test', { body }),
    showDone: (title) => tell({ type: 'success', title }),
    showFailure,
  }
  return (
    <EndpointManagerContext value={manager}>
      <EndpointList id="host" connects={connects} onConnected={onConnected} />
    </EndpointManagerContext>
  )
}
