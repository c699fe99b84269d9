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
