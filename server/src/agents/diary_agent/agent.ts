import type { AgentDefinition } from '../definition.ts'

/** Helps to write a diary. The entries are stored in the browser: it receives only what the user sends. */
export const diaryAgent: AgentDefinition = {
  id: 'diary_agent',
  category: 'Productivity',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: false,
    acceptsVoiceInput: true,
    maxChatHistory: 10,
    showEphemeralChatLog: true,
    handlesOwnInput: true,
    attachments: false,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: false,
  results: [],
  staysInBrowser: true,
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'info',
  voiceWish: { pitch: 'high', tone: 'gentle', pace: 0.95, language: 'en-GB' },
  examplesToComplete: [9, 10, 11],
}
