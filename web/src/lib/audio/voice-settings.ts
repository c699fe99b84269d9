import type { Agent } from '@vee/contract/entities/agent'
import { activeAgentStore } from '../active-agent.ts'
import { SETTINGS, useSettings } from '../settings/index.ts'

/** Returns the voice settings, and the voices that the agents of the open conversation, and one that reports, have or wish for. */
export function voiceSettings() {
  const { ttsProvider: provider, ttsVolume: volume, ttsRate: rate, ttsPitch: pitch } = useSettings.getState()
  const { agent, participants, reportingAgent } = activeAgentStore.getState()
  const agents = new Map(
    [...participants, agent, reportingAgent].flatMap((speaker) => (speaker ? [[speaker.id, speaker]] : [])),
  )
  return {
    provider,
    volume,
    rate,
    pitch,
    agentId: agent?.id ?? '',
    speakers: [...agents.values()].map((speaker) => speakerOf(speaker)),
  }
}

/**
 * Returns an agent as one who speaks. The person's choice for it comes before the voice of a custom agent, and that one
 * before the person's choice for all; a speed or pitch that the person changed comes before the agent's.
 */
export function speakerOf({ id, label, defaultVoicePersona, voiceWish }: Agent) {
  const { voiceByAgent, selectedTtsVoiceId, ttsRate, ttsPitch } = useSettings.getState()
  const voiceId = voiceByAgent[id] ?? defaultVoicePersona?.voiceId ?? selectedTtsVoiceId
  const keepsRate = voiceId !== '' || ttsRate !== SETTINGS.ttsRate.fallback
  return {
    id,
    name: label,
    voiceId,
    wish: voiceWish && (keepsRate ? { ...voiceWish, pace: 1 } : voiceWish),
    keepsPitch: ttsPitch !== SETTINGS.ttsPitch.fallback,
  }
}
