import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

/** Texts with their token counts by o200k_base. */
const COUNTED: readonly (readonly [text: string, tokens: number])[] = [
  [
    'V thinks a question through before answering, in a voice worth listening to. Plan something, compare options, understand a hard subject, write, code or work things out. What belongs on a screen, such as code, tables and diagrams, appears there.',
    51,
  ],
  [
    'V denkt eine Frage durch, bevor sie antwortet, und das so, dass man gern zuhört. Plane, vergleiche, verstehe ein schwieriges Thema, schreibe, programmiere oder löse Probleme mit ihr. Was auf den Bildschirm gehört, etwa Code, Tabellen und Diagramme, erscheint dort.',
    63,
  ],
  [
    'Vは質問をじっくり考えてから、聞き取りやすい言葉で答えます。計画を立てる、選択肢を比べる、難しいテーマを理解する、文章やコードを書く、問題を解く。コードや表、図のように見たほうが早いものは画面に表示します。',
    81,
  ],
  [
    'V 会先把问题想清楚，再用听着舒服的话回答。做计划、比较方案、弄懂难题、写文章、写代码、一起找答案，都可以交给它。代码、表格、图表这类更适合看的内容，会直接显示在屏幕上。',
    64,
  ],
]

describe('estimateTokens', () => {
  it.each(COUNTED)('is accurate within a fifth: %s', (text, tokens) => {
    expect(Math.abs(estimateTokens(text) / tokens - 1)).toBeLessThan(0.2)
  })

  it('is 0 for empty text, and never 0 otherwise', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('a')).toBe(1)
  })
})
