/** The base URL and the query of chat completions at Azure OpenAI. */
export interface AzureAddress {
  readonly baseUrl: string
  /** with its `?`; empty without one */
  readonly query: string
}

/**
 * Returns the address of a deployment's chat completions, from the address of a resource that the host has entered:
 *
 * | entered | used |
 * |---|---|
 * | `https://x.openai.azure.com`, with or without `/openai/v1` | `/openai/v1`, the version that Azure keeps stable |
 * | the same with `?api-version=2024-10-21` | `/openai/deployments/<deployment>`, with that version |
 * | `https://x.openai.azure.com/openai/v1?api-version=preview` | `/openai/v1`, with that version |
 */
export function azureAddress(entered: string, deployment: string): AzureAddress {
  const { origin, pathname, search } = new URL(entered)
  const path = pathname.replace(/\/$/, '')
  if (path.endsWith('/v1')) return { baseUrl: origin + path, query: search }
  const resource = origin + path.replace(/\/openai(?:\/deployments.*)?$/, '')
  if (search === '') return { baseUrl: `${resource}/openai/v1`, query: '' }
  return { baseUrl: `${resource}/openai/deployments/${encodeURIComponent(deployment)}`, query: search }
}
