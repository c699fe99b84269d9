import type { AgentDefinition } from '../definition.ts'

/** Turns notes and transcripts into summaries with action items. */
export const meetingSummarizer: AgentDefinition = {
  id: 'meeting_summarizer',
  category: 'Productivity',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 10,
    showEphemeralChatLog: false,
    handlesOwnInput: true,
    attachments: true,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: true,
  results: ['meeting_summary'],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'success',
  voiceWish: { pitch: 'high', tone: 'bright', pace: 1.05 },
  examplesToComplete: [0, 1, 4, 7, 9, 10],
}
