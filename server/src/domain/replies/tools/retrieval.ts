import type { ChatRequest } from '@vee/contract/http/chat'
import type { LoadedAgent } from '#agents/index.ts'
import type { RetrievalRequest } from '../../tools/index.ts'
import type { ModelRequest } from '../model-request.ts'

/**
 * Returns how what is stored is searched before the model is asked. Undefined for a request with tools of its own, which gets only
 * what it sent.
 */
export function retrievalOf(
  {
    useTools,
    modelRequest,
    voice,
    searchStored,
  }: Pick<ChatRequest, 'useTools' | 'voice' | 'searchStored'> & {
    readonly modelRequest?: Pick<ModelRequest, 'tools'> | undefined
  },
  { usesTools, readsTheWeb }: Pick<LoadedAgent, 'usesTools' | 'readsTheWeb'>,
): Pick<RetrievalRequest, 'mayUseStored' | 'isSpoken' | 'wanted'> | undefined {
  if (modelRequest?.tools !== undefined) return undefined
  const mayUseStored = (usesTools || readsTheWeb) && useTools !== false
  return { mayUseStored, isSpoken: voice?.isSpoken === true, wanted: searchStored }
}
