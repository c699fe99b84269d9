import type { Agent } from '@vee/contract/entities/agent'
import type { Locale } from '@vee/contract/entities/locale'
import type { LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../accounts/index.ts'
import { canTalkTo } from './policy.ts'

/** Returns an agent for the catalogue, without its prompt. */
export function presentAgent(agent: LoadedAgent, locale: Locale, caller: Caller): Agent {
  const text = agent.texts[locale]
  const promptsAt = (places: readonly number[] = []) =>
    places.flatMap((place) => text.examplePrompts[place] ?? [])
  return {
    id: agent.id,
    label: text.label,
    description: text.description,
    longDescription: text.longDescription,
    category: agent.category,
    systemPromptKey: agent.id,
    capabilities: agent.capabilities,
    examplePrompts: [...text.examplePrompts],
    examplesWithoutModel: promptsAt(text.answeredWithoutModel),
    examplesToComplete: promptsAt(agent.examplesToComplete),
    tags: [...text.tags],
    inputPlaceholder: text.inputPlaceholder,
    isPublic: agent.isPublic,
    accessTier: agent.accessTier,
    isBeta: agent.isBeta,
    isDefault: agent.isDefault,
    themeColor: agent.themeColor,
    detailedCapabilities: Object.entries(text.capabilities).map(([id, label]) => ({ id, label })),
    ...(agent.defaultVoicePersona && { defaultVoicePersona: agent.defaultVoicePersona }),
    ...(agent.voiceWish && { voiceWish: agent.voiceWish }),
    locked: !canTalkTo(agent, caller),
    ...(agent.own && { own: agent.own }),
  }
}
