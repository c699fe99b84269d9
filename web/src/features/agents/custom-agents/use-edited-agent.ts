import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import type { Voice } from '@vee/contract/entities/voice'
import type { getCustomAgent } from '@vee/contract/http/custom-agents'
import type { listVoices } from '@vee/contract/http/speech'
import { useEffect, useState } from 'react'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'

interface EditedAgentOptions {
  readonly api: Api
  /** undefined for a new agent */
  readonly id: CustomAgentId | undefined
  /** called if the agent could not be loaded */
  readonly onUnavailable: () => void
  /** called if the agent was deleted, or is no longer shared */
  readonly onGone: () => void
}

/** Returns the stored agent, reloaded after changes of the team, and the voices that it can have. */
export function useEditedAgent({ api, id, onUnavailable, onGone }: EditedAgentOptions) {
  const [agent, setAgent] = useState<CustomAgent>()
  const [voices, setVoices] = useState<readonly Voice[]>([])

  useEffect(() => {
    let isCurrent = true
    if (id !== undefined) {
      loadAgent(api, id).then(
        (stored) => isCurrent && setAgent(stored),
        () => isCurrent && onUnavailable(),
      )
    }
    api.json<typeof listVoices>('GET', '/tts/voices').then(
      (response) => isCurrent && setVoices(response.voices),
      // Without the list of voices it keeps its voice.
      () => {},
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once for each agent; what changes with the page stays out
  }, [api, id])

  useOnTeamChange(() => {
    if (id === undefined) return
    loadAgent(api, id).then(setAgent, (error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') onGone()
    })
  })
  return { agent, voices }
}

const loadAgent = (api: Api, id: CustomAgentId) =>
  api.json<typeof getCustomAgent>('GET', '/agents/{id}', { params: { id } })
