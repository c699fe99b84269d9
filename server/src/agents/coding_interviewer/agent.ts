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
