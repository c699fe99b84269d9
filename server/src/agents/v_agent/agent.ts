import type { AgentDefinition } from '../definition.ts'

/** The advanced assistant for complex tasks, and the default agent. */
export const vAgent: AgentDefinition = {
  id: 'v_agent',
  category: 'default',
  capabilities: {
    canGenerateDiagrams: true,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 15,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: true,
  readsTheWeb: true,
  results: [],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: true,
  themeColor: 'accent',
  voiceWish: { pitch: 'middle', tone: 'clear', pace: 1 },
  examplesToComplete: [5, 6],
}
