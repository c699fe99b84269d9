import type { AgentDefinition } from '../definition.ts'

/** Teaches a learner, according to their level. */
export const tutorAgent: AgentDefinition = {
  id: 'tutor_agent',
  category: 'Learning',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 15,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: true,
  usesTools: false,
  readsTheWeb: true,
  results: ['quiz', 'flashcards', 'lesson_plan'],
  isPublic: true,
  accessTier: 'public',
  isBeta: false,
  isDefault: false,
  themeColor: 'code-number',
  voiceWish: { pitch: 'high', tone: 'warm', pace: 0.95 },
  examplesToComplete: [4, 5],
}
