import { expect, it } from 'vitest'
import {
  isKnowledgeFound,
  knowledgeReport,
  measureKnowledge,
  runKnowledgeCases,
} from '../../evals/knowledge/run-knowledge-cases.ts'

// The 120 questions of `npm run evals -- knowledge`: what the search finds in a corpus of nine languages.

it('finds at least 90 % by words of exact questions, and 80 % of paraphrases with vectors', async () => {
  const figures = await runKnowledgeCases()
  expect(figures).toMatchObject({ cases: 120, documents: 250 })
  expect([isKnowledgeFound(figures), knowledgeReport(figures, await measureKnowledge(400))]).toEqual([
    true,
    expect.any(String),
  ])
})
