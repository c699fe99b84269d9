import type { EndpointTest, ModelEndpoint, ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { createContext, use } from 'react'
import type { ListTeams } from './access-fields.tsx'

type EndpointChange = Partial<ModelEndpointDraft> & {
  /** the version that the change is based on */
  readonly version: number
  /** in the order of preference, from 0 */
  readonly position?: number
}

type EndpointTestDraft = Pick<
  ModelEndpointDraft,
  'protocol' | 'baseUrl' | 'apiKey' | 'headers' | 'models'
> & { readonly id?: string }

/** The endpoints of one manager: the host of the server, or a team. Requests reject with ApiError. */
export interface EndpointManager {
  /** a team's endpoints have neither rules of access nor models for speech, and no private addresses */
  readonly kind: 'host' | 'team'
  /** maximum number of endpoints */
  readonly max: number
  readonly list: (signal?: AbortSignal) => Promise<readonly ModelEndpoint[]>
  readonly create: (draft: ModelEndpointDraft) => Promise<unknown>
  readonly update: (id: string, change: EndpointChange) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  /** the teams of the server, to which the host can restrict an endpoint; absent for a team's own endpoints */
  readonly listTeams?: ListTeams
  readonly test: (draft: EndpointTestDraft) => Promise<EndpointTest>
  /** Shows that an action succeeded. */
  readonly showDone: (title: string) => void
  readonly showFailure: (error: unknown) => void
}

export const EndpointManagerContext = createContext<EndpointManager | undefined>(undefined)

interface EndpointActions extends EndpointManager {
  /** Performs an action and shows its outcome; never rejects. */
  readonly act: (done: string, work: () => Promise<unknown>) => Promise<boolean>
}

export function useEndpointManager(): EndpointActions {
  const manager = use(EndpointManagerContext)
  if (!manager) throw new Error('this part stands outside of a list of endpoints')
  return {
    ...manager,
    async act(done, work) {
      try {
        await work()
      } catch (error) {
        manager.showFailure(error)
        return false
      }
      manager.showDone(done)
      return true
    },
  }
}
