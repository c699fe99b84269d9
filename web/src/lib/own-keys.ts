import { inherited, PLACES, readJson, writeJson } from './storage.ts'

export const OWN_KEY_PROVIDERS = ['openai', 'anthropic'] as const
export type OwnKeyProvider = (typeof OWN_KEY_PROVIDERS)[number]
export type OwnKeys = Readonly<Partial<Record<OwnKeyProvider, string>>>

/** The user's own provider keys. They stay in this browser and go to the server only when the allowance is used up. */
export function readOwnKeys(): OwnKeys {
  const stored = new Map<string, unknown>(Object.entries(Object(readJson(inherited(PLACES.ownKeys)))))
  const keys: Partial<Record<OwnKeyProvider, string>> = {}
  for (const provider of OWN_KEY_PROVIDERS) {
    const key = stored.get(provider)
    if (typeof key === 'string' && key.trim() !== '') keys[provider] = key.trim()
  }
  return keys
}

/** An empty key removes the kept one. */
export function keepOwnKey(provider: OwnKeyProvider, key: string): void {
  const { [provider]: _replaced, ...others } = readOwnKeys()
  const trimmed = key.trim()
  writeJson(PLACES.ownKeys, trimmed === '' ? others : { ...others, [provider]: trimmed })
}
