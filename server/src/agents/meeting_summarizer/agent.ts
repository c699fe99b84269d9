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
