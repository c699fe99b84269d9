import type { ResultOf } from '@vee/contract/entities/agent-result'
import type { Locale } from '@vee/contract/entities/locale'
import { SCREEN_TEXTS } from '../screen-texts.ts'

/** Of a quote, in UTF-16 code units. */
const QUOTE_LENGTH = 300
/** The scale's words: 1 is "not shown"; 2 is all that being there can say. */
const SCORE = { unseen: 1, seen: 2 }

/** What is looked for in what a candidate said, in the order of the texts' `criteria`. */
const SIGNS: readonly RegExp[] = [
  /[^.!?。！？\n]*[?？]/,
  /[^\n]*(?:\bO ?\([^)]*\)|linear|line[aá]ire|linéaire|quadrat|cuadr|logarit|logarith|konstant|constant|costante|線形|二次|対数|선형|제곱|로그|线性|平方|对数)[^\n]*/i,
  /```[\s\S]*?```|[^\n]*(?:\bdef \w+\(|\bfunction\b|=>|\breturn\b|;$)[^\n]*/m,
  /[^\n]*(?:\[[^\]\n]*\]|\bempty\b|\bleere?\b|vac[ií][oa]|\bvide\b|vuot[oa]|vazi[oa]|空|빈 |비어)[^\n]*/i,
]

/** What an algorithm can say of an interview: what was there, in the candidate's own words. How good it is stays open. */
export function interviewReport(
  title: string,
  said: readonly string[],
  locale: Locale,
): ResultOf<'interview_report'> {
  const { criteria, seen, unseen, report } = SCREEN_TEXTS[locale]
  return {
    kind: 'interview_report',
    title,
    verdict: 'too_early',
    summary: report,
    rubric: criteria.map((criterion, index) => {
      const sign = SIGNS[index]
      const found = said.map((words) => sign?.exec(words)?.[0].trim()).find(Boolean)
      return {
        criterion,
        score: found === undefined ? SCORE.unseen : SCORE.seen,
        comment: found === undefined ? unseen : seen,
        quote: found?.slice(0, QUOTE_LENGTH) ?? '',
      }
    }),
    strengths: [],
    improvements: [],
  }
}
