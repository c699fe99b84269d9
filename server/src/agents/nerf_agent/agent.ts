import type { AgentDefinition } from '../definition.ts'

/** Quick general questions and answers. Visitors see it and have to sign in. */
export const nerfAgent: AgentDefinition = {
  id: 'nerf_agent',
  category: 'general',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 8,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: true,
  readsTheWeb: true,
  results: [],
  isPublic: true,
  accessTier: 'member',
  isBeta: false,
  isDefault: false,
  themeColor: 'info',
  voiceWish: { pitch: 'high', tone: 'energetic', pace: 1.05 },
}
