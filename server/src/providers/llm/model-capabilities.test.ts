import { expect, it } from 'vitest'
import { capabilitiesOf } from './model-capabilities.ts'

it.each([
  ['gpt-4o-mini-2024-07-18', true, false],
  ['openai/gpt-5.4', true, true],
  ['anthropic/claude-sonnet-4.5', true, true],
  ['google/gemini-3-pro', true, true],
  ['llava:13b', true, false],
  ['gemma3:4b', true, false],
  ['deepseek-r1:8b', false, true],
])('detects whether %s supports images (%s) and reasoning (%s)', (model, canSee, canReason) => {
  expect(capabilitiesOf(model)).toMatchObject({ canSee, canReason })
})

it.each(['gemma3:1b', 'my-own-model', ''])('does not guess about %s', (model) => {
  expect(capabilitiesOf(model)).toEqual({
    canSee: null,
    canUseTools: null,
    region: null,
    canReason: null,
    contextTokens: null,
    outputTokens: null,
  })
})
