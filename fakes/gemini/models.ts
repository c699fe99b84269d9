/** Returns one page of `GET /v1beta/models`, with models that cannot reply among them, as in Google's list. */
export function modelPage(models: readonly string[], query: URLSearchParams): object {
  const listed = [
    ...models.map((name) => modelNamed(name, ['generateContent', 'countTokens'])),
    modelNamed('gemini-embedding-2', ['embedContent']),
    modelNamed('veo-3.1-generate-preview', ['predictLongRunning']),
  ]
  const size = Number(query.get('pageSize') ?? '50')
  const start = Number(query.get('pageToken') ?? '0')
  const next = start + size
  return {
    models: listed.slice(start, next),
    ...(next < listed.length && { nextPageToken: String(next) }),
  }
}

function modelNamed(name: string, supportedGenerationMethods: readonly string[]): object {
  return {
    name: `models/${name}`,
    version: '001',
    displayName: name,
    description: 'A stand-in.',
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods,
    temperature: 1,
    topP: 0.95,
    topK: 64,
    maxTemperature: 2,
    thinking: true,
  }
}

/** Splits `/v1beta/models/<name>:<method>`; `/v1` has the same methods. */
export function resourceNamed(path: string): { readonly model?: string; readonly method?: string } {
  const { model, method } = /^\/v1(?:beta)?\/models\/(?<model>[^:]+):(?<method>\w+)$/.exec(path)?.groups ?? {}
  return { ...(model !== undefined && { model }), ...(method !== undefined && { method }) }
}
