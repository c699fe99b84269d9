import { createApi } from '#lib/http/index.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { createHttpTransport } from '#voice/transport/http-transport.ts'

/** Returns the client of a fake server, and its transport over HTTP. */
export function requestsTo(origin: string) {
  const api = createApi({ origin })
  return { api, transport: createHttpTransport(createTurnEndpoints(api)) }
}
