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

/** Quick general questions and answers. Visitors see it and have to sign in. */
export const nerfAgent: AgentDefinition = {
  id: 'nerf_agent',
  category: 'general',
  capabilities: {
    canGenerateDiagrams: false,
    usesCompactRenderer: true,
    acceptsVoiceInput: true,
    maxChatHistory: 8,
    showEphemeralChatLog: true,
    handlesOwnInput: false,
    attachments: true,
  },
  teaches: false,
  usesTools: true,
  readsTheWeb: true,
  results: [],
  isPublic: true,
  accessTier: 'member',
  isBeta: false,
  isDefault: false,
  themeColor: 'info',
  voiceWish: { pitch: 'high', tone: 'energetic', pace: 1.05 },
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
