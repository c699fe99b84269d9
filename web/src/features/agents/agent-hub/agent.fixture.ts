import type { Agent } from '@vee/contract/entities/agent'

export function agentOf(
  id: Agent['id'],
  label: string,
  category: string,
  tags: readonly string[] = [],
): Agent {
  return {
    id,
    label,
    description: `About ${label}`,
    category,
    systemPromptKey: id,
    capabilities: {
      canGenerateDiagrams: false,
      usesCompactRenderer: true,
      acceptsVoiceInput: true,
      maxChatHistory: 10,
      showEphemeralChatLog: true,
      handlesOwnInput: false,
      attachments: true,
    },
    examplePrompts: [],
    tags: [...tags],
    inputPlaceholder: '',
    isPublic: true,
    accessTier: 'public',
    isBeta: false,
    isDefault: false,
    themeColor: 'accent',
    detailedCapabilities: [],
    locked: false,
  }
}
