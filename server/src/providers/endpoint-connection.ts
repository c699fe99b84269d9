import type { Dispatcher } from 'undici'
import type { EndpointAccess, TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'
import type { ENDPOINT_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'

/** The parameters for requests to a model endpoint. */
export interface EndpointConnection {
  readonly id: string
  /** shown to users */
  readonly name: string
  readonly protocol: (typeof ENDPOINT_PROTOCOLS)[number]
  /** with `/v1` where the server has it, without a slash at the end */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** the preferred one first; empty: every model that the endpoint lists */
  readonly models: readonly string[]
  readonly prices: TokenPricesPerMillion | null
  readonly transcriptionModel: string | null
  readonly speechModel: string | null
  readonly access: EndpointAccess
  /** the model searches by its vendor's own search; default: it does not */
  readonly vendorSearch?: boolean
  /** the organization that brings the endpoint for its members, and pays; absent: the host */
  readonly organizationId?: string
  /** connections that its requests use; absent: connections to any address */
  readonly dispatcher?: Dispatcher
}
