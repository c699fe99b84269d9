import { expect, it } from 'vitest'
import { findSpokenModel, type NamedModel } from './find-spoken-model.ts'

const model = (provider: string, name: string, locked: NamedModel['locked'] = null): NamedModel => ({
  id: `${provider}:${name}`,
  name,
  provider: { id: provider, name: provider },
  locked,
})
const MODELS = [
  model('openai', 'gpt-4o'),
  model('openai', 'gpt-4o-mini'),
  model('anthropic', 'claude-sonnet-4-5-20250929'),
  model('anthropic', 'claude-haiku-4-5'),
  model('ollama', 'llama3.1:8b'),
  model('house', 'gpt-4o'),
  model('house', 'house-small', 'plan'),
]

const resultOf = (spoken: string, favorites: readonly string[] = []) => {
  const result = findSpokenModel(spoken, MODELS, favorites)
  return 'model' in result ? `${result.kind} ${result.model.id}` : result.kind
}

it.each([
  ['gpt 4o', 'found openai:gpt-4o'],
  ['gpt4o', 'found openai:gpt-4o'],
  ['chatgpt 4 o', 'found openai:gpt-4o'],
  ['gpt 4o mini', 'found openai:gpt-4o-mini'],
  ['llama 3', 'found ollama:llama3.1:8b'],
  ['llama', 'found ollama:llama3.1:8b'],
  ['라마', 'found ollama:llama3.1:8b'],
  ['ollama', 'found ollama:llama3.1:8b'],
  ['claude sonnet', 'found anthropic:claude-sonnet-4-5-20250929'],
  ['haiku', 'found anthropic:claude-haiku-4-5'],
  ['クロード', 'ambiguous'],
  ['claude', 'ambiguous'],
  ['gpt', 'ambiguous'],
  ['house small', 'locked house:house-small'],
  ['gemini', 'unknown'],
  ['gemini 2 5 flash', 'unknown'],
  ['deep seek', 'unknown'],
  // Words of other requests.
  ['metric units', 'none'],
  ['mini', 'none'],
  ['4', 'none'],
  ['gpt 4o for this question', 'none'],
  ['claude to write a poem', 'none'],
  ['opus', 'none'],
  ['', 'none'],
])('%j is %s', (spoken, expected) => expect(resultOf(spoken)).toBe(expected))

it('is the only favorite of several', () => {
  expect(resultOf('claude', ['anthropic:claude-haiku-4-5', 'openai:gpt-4o'])).toBe(
    'found anthropic:claude-haiku-4-5',
  )
})
