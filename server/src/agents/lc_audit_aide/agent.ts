import type { AgentDefinition } from '../definition.ts'

/** Explains coding problems slide by slide. For paid plans, hidden from visitors, and text only. */
export const lcAuditAide: AgentDefinition = {
  id: 'lc_audit_aide',
  category: 'Auditing',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: false,
    maxChatHistory: 10,
    showEphemeralChatLog: false,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: false,
  readsTheWeb: true,
  results: ['audit_slides'],
  isPublic: false,
  accessTier: 'premium',
  isBeta: true,
  isDefault: false,
  themeColor: 'voice-thinking',
  voiceWish: { pitch: 'low', tone: 'deep', pace: 0.95 },
  examplesToComplete: [1, 2, 3, 4, 5, 6, 8, 9, 10],
}
