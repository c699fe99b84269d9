import type { AgentDefinition } from '../definition.ts'
import de from './text/de-DE.json' with { type: 'json' }
import en from './text/en.json' with { type: 'json' }
import es from './text/es-ES.json' with { type: 'json' }
import fr from './text/fr-FR.json' with { type: 'json' }
import it from './text/it-IT.json' with { type: 'json' }
import ja from './text/ja-JP.json' with { type: 'json' }
import ko from './text/ko-KR.json' with { type: 'json' }
import pt from './text/pt-BR.json' with { type: 'json' }
import zh from './text/zh-CN.json' with { type: 'json' }

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
  texts: {
    en,
    'es-ES': es,
    'fr-FR': fr,
    'de-DE': de,
    'it-IT': it,
    'pt-BR': pt,
    'ja-JP': ja,
    'ko-KR': ko,
    'zh-CN': zh,
  },
}
