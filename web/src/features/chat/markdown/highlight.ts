import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { GRAMMARS } from './grammars.ts'
import type { LanguageId } from './languages.ts'

/** A stretch of code in one colour. */
export interface CodeToken {
  readonly content: string
  /** a CSS colour of the theme's roles; undefined is the plain colour of code */
  readonly color: string | undefined
}

/** Roles instead of colours, so that switching the theme recolours code that is already there. */
const THEME = {
  name: 'vee',
  type: 'dark',
  fg: 'var(--code-text)',
  bg: 'var(--code-surface)',
  settings: [
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: 'var(--code-comment)' } },
    {
      scope: ['string', 'constant.other.symbol', 'markup.inline.raw', 'markup.inserted'],
      settings: { foreground: 'var(--code-string)' },
    },
    {
      scope: [
        'constant.numeric',
        'constant.language',
        'constant.character',
        'support.constant',
        'variable.language',
      ],
      settings: { foreground: 'var(--code-number)' },
    },
    {
      scope: ['keyword', 'storage', 'entity.name.tag', 'markup.heading', 'markup.deleted', 'meta.selector'],
      settings: { foreground: 'var(--code-keyword)' },
    },
    {
      scope: [
        'entity.name',
        'support.function',
        'support.class',
        'entity.other.attribute-name',
        'meta.property-name',
      ],
      settings: { foreground: 'var(--code-function)' },
    },
  ],
} as const

/**
 * Time limit per line, in ms. The first line of a language includes compiling its patterns, which takes more
 * than Shiki's default of half a second on a slow or busy machine; the rest of the line would then stay
 * plain.
 */
const LINE_LIMIT_MS = 10_000

let highlighter: Promise<HighlighterCore> | undefined

function loadHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [
      { ...THEME, settings: THEME.settings.map(({ scope, settings }) => ({ scope: [...scope], settings })) },
    ],
    langs: [],
    // Some grammars contain a pattern that JavaScript cannot express; that pattern is ignored.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return highlighter
}

/** Returns the code line by line, with the colours of its language. */
export async function highlight(code: string, language: LanguageId): Promise<CodeToken[][]> {
  const shiki = await loadHighlighter()
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(GRAMMARS[language])
  const { tokens } = shiki.codeToTokens(code, {
    lang: language,
    theme: THEME.name,
    tokenizeTimeLimit: LINE_LIMIT_MS,
  })
  return tokens.map((line) =>
    line.map(({ content, color }) => ({ content, color: color === THEME.fg ? undefined : color })),
  )
}
