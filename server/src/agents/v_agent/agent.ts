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
