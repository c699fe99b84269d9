import type { AgentDefinition } from '../definition.ts'

/** Designs systems together with the user, and draws them. */
export const systemDesigner: AgentDefinition = {
  id: 'system_designer',
  category: 'Coding',
  capabilities: {
    canGenerateDiagrams: true,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 30,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: true,
  results: ['design'],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'voice-listening',
  voiceWish: { pitch: 'low', tone: 'warm', pace: 1 },
}
