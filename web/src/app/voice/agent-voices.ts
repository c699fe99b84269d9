import type { Agent } from '@vee/contract/entities/agent'
import type { Voice } from '@vee/contract/entities/voice'
import type { SocketTurnSpeech } from '@vee/contract/socket/messages'
import { speakerOf, voiceSettings } from '#lib/audio/voice-settings.ts'
import { useSettings } from '#lib/settings/index.ts'
import { castVoice, serverSpeed } from '#voice/speak/voices/cast-voices.ts'

/** Agents whose voices a turn names. */
const MAX_VOICES = 30

type AgentVoices = NonNullable<SocketTurnSpeech['voices']>

/**
 * Returns a function that returns the voices that agents would have in the open conversation, since the words of a turn may
 * address any of them. They are cast when something changed that they depend on: with 60 voices that takes 4 to 20 ms.
 */
export function createAgentVoices(): (
  agents: readonly Agent[],
  voices: readonly Voice[],
  language: string,
) => AgentVoices {
  let cast: { readonly dependencies: readonly unknown[]; readonly agentVoices: AgentVoices } | undefined
  return (agents, voices, language) => {
    const { speakers } = voiceSettings()
    const dependencies = [
      agents,
      language,
      useSettings.getState(),
      ...voices,
      ...speakers.map(({ id }) => id),
    ]
    const isSame =
      cast?.dependencies.length === dependencies.length &&
      cast.dependencies.every((dependency, index) => dependency === dependencies[index])
    if (!cast || !isSame) cast = { dependencies, agentVoices: castAll(agents, voices, language) }
    return cast.agentVoices
  }
}

function castAll(agents: readonly Agent[], voices: readonly Voice[], language: string): AgentVoices {
  const { speakers, rate } = voiceSettings()
  return Object.fromEntries(
    agents.slice(0, MAX_VOICES).flatMap((agent) => {
      const all = speakers.some(({ id }) => id === agent.id) ? speakers : [...speakers, speakerOf(agent)]
      const role = castVoice(voices, { language, speakers: all, speakerId: agent.id })
      if (!role) return []
      return [[agent.id, { voice: role.voice.id, speed: serverSpeed(rate * role.pace, role.semitones) }]]
    }),
  )
}
