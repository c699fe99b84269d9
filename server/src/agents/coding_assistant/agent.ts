import type { AgentDefinition } from '../definition.ts'

/** Pair programming: writes, explains, reviews and debugs code. */
export const codingAssistant: AgentDefinition = {
  id: 'coding_assistant',
  category: 'Coding',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 25,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: true,
  results: [],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'code-function',
  voiceWish: { pitch: 'low', tone: 'calm', pace: 1, language: 'en-US' },
  examplesToComplete: [2, 3, 5, 9],
}
