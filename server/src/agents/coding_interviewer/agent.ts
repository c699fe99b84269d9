import type { AgentDefinition } from '../definition.ts'

/** Conducts mock coding interviews. */
export const codingInterviewer: AgentDefinition = {
  id: 'coding_interviewer',
  category: 'Learning',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 20,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: true,
  results: ['interview_report'],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'warning',
  voiceWish: { pitch: 'middle', tone: 'lively', pace: 1, language: 'en-US' },
  examplesToComplete: [6],
}
