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
