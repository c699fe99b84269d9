import type { Locale } from '@vee/contract/entities/locale'
import de from './text/de-DE.json' with { type: 'json' }
import en from './text/en.json' with { type: 'json' }
import es from './text/es-ES.json' with { type: 'json' }
import fr from './text/fr-FR.json' with { type: 'json' }
import it from './text/it-IT.json' with { type: 'json' }
import ja from './text/ja-JP.json' with { type: 'json' }
import ko from './text/ko-KR.json' with { type: 'json' }
import pt from './text/pt-BR.json' with { type: 'json' }
import zh from './text/zh-CN.json' with { type: 'json' }

export type PatternId = keyof typeof en.hints

interface PatternText {
  /** reply with the placeholder `{hints}` */
  readonly answer: string
  /** words of problems that the pattern solves */
  readonly keywords: Readonly<Record<PatternId, readonly string[]>>
  readonly hints: Readonly<Record<PatternId, string>>
}

export const PATTERN_TEXTS: Readonly<Record<Locale, PatternText>> = {
  en,
  'es-ES': es,
  'fr-FR': fr,
  'de-DE': de,
  'it-IT': it,
  'pt-BR': pt,
  'ja-JP': ja,
  'ko-KR': ko,
  'zh-CN': zh,
}

export const PATTERN_IDS = Object.keys(en.hints) as readonly PatternId[]
