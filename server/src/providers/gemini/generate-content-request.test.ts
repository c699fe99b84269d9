import type { ChatMessage } from '@vee/contract/entities/message'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../../../fakes/gemini/check-request.ts'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import type { LlmEvent, LlmRequest } from '../llm/llm.ts'
import { generateContentRequest } from './generate-content-request.ts'
import { createContentReader } from './generate-content-stream.ts'
import { createThoughtSignatures } from './thought-signatures.ts'

const MODEL = 'gemini-3.8-flash'

interface Body {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Record<string, unknown>[] }[]
  readonly generationConfig?: Readonly<Record<string, unknown>>
}

const bodyOf = (overrides: Partial<LlmRequest> = {}, model = MODEL, signatures = createThoughtSignatures()) =>
  generateContentRequest(aRequest(model, overrides), signatures) as Body
const contentsOf = (messages: readonly ChatMessage[]) => bodyOf({ messages }).contents

const called: readonly ChatMessage[] = [
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: 'Let me see.',
    tool_calls: [
      { id: 'c1', name: 'get_weather', arguments: '{"city":"Ulm"}' },
      { id: 'c2', name: 'get_time', arguments: '["not an object"]' },
    ],
  },
  { role: 'tool', content: 'Rain', tool_call_id: 'c1', name: 'get_weather' },
  { role: 'tool', content: '12:00', tool_call_id: 'c2' },
]

describe('a request to Gemini', () => {
  it('has the system prompt apart from the turns', () => {
    expect(bodyOf({ maxOutputTokens: 50, model: 'gemini-2.0-flash' })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Good morning' }] }],
      systemInstruction: { parts: [{ text: 'You are V.' }] },
      generationConfig: { maxOutputTokens: 50 },
    })
    expect(bodyOf({ system: '' })).not.toHaveProperty('systemInstruction')
  })

  it.each([
    ['gemini-2.5-flash', undefined, { thinkingBudget: 0 }, 100],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 128 }, 228],
    ['gemini-2.5-flash', 'low', { includeThoughts: true, thinkingBudget: 2_048 }, 2_148],
    ['gemini-3.5-flash', undefined, { thinkingLevel: 'MINIMAL' }, 2_148],
    ['gemini-3.1-flash-lite', 'none', { thinkingLevel: 'MINIMAL' }, 2_148],
    ['gemini-3.8-flash', undefined, { thinkingLevel: 'LOW' }, 2_148],
    ['gemini-3.1-pro-preview', 'none', { thinkingLevel: 'LOW' }, 2_148],
    ['gemini-4-argon', 'high', { includeThoughts: true, thinkingLevel: 'HIGH' }, 16_484],
    ['gemini-flash-latest', 'medium', { includeThoughts: true, thinkingLevel: 'MEDIUM' }, 8_292],
    ['gemini-2.0-flash', 'high', undefined, 100],
  ] as const)('thinks as %s can, with the effort %s', (model, reasoningEffort, thinkingConfig, tokens) => {
    const body = bodyOf({ reasoningEffort, maxOutputTokens: 100 }, model)
    expect(body.generationConfig?.['thinkingConfig']).toEqual(thinkingConfig)
    // Thoughts count as part of the reply, so they get room of their own.
    expect(body.generationConfig?.['maxOutputTokens']).toBe(tokens)
    expect(checkRequest(model, body)).toBeUndefined()
  })

  it('passes on the options, and the schema of a response', () => {
    const { generationConfig } = bodyOf({
      options: {
        temperature: 1.5,
        topP: 0.9,
        seed: 2 ** 40 + 7,
        presencePenalty: 0.5,
        frequencyPenalty: -0.5,
        stop: ['END'],
        responseFormat: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
      },
    })
    expect(generationConfig).toMatchObject({
      temperature: 1.5,
      topP: 0.9,
      seed: 7,
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      stopSequences: ['END'],
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
    })
    expect(
      bodyOf({ options: { responseFormat: { type: 'json_object' } } }).generationConfig,
    ).not.toHaveProperty('responseJsonSchema')
  })

  it('sends images and files in the turn, before its text', () => {
    const file = { data: 'AAAA', width: 0, height: 0 }
    const images = [
      { ...file, mediaType: 'image/png' },
      { ...file, mediaType: 'application/pdf' },
    ]
    expect(contentsOf([{ role: 'user', content: 'What is it?', images } as ChatMessage])).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
          { text: 'What is it?' },
        ],
      },
    ])
  })

  it('sends calls and their results, with names and signatures', () => {
    const signatures = createThoughtSignatures()
    signatures.keep(MODEL, 'c1', 'signature-1')
    const parameters = { type: 'object', additionalProperties: false }
    const tools = [{ name: 'get_weather', description: 'Weather.', parameters }]
    const body = bodyOf({ messages: called, tools }, MODEL, signatures)
    expect(body).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: 'get_weather', description: 'Weather.', parametersJsonSchema: parameters },
          ],
        },
      ],
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            { text: 'Let me see.' },
            {
              functionCall: { id: 'c1', name: 'get_weather', args: { city: 'Ulm' } },
              thoughtSignature: 'signature-1',
            },
            { functionCall: { id: 'c2', name: 'get_time', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'get_weather', response: { output: 'Rain' } } },
            { functionResponse: { id: 'c2', name: 'get_time', response: { output: '12:00' } } },
          ],
        },
      ],
    })
    expect(checkRequest(MODEL, body)).toBeUndefined()
  })

  it('does not send the signature of another model, nor one where none is required', () => {
    const signatures = createThoughtSignatures()
    signatures.keep(MODEL, 'c1', 'signature-1')
    const signatureFor = (model: string) =>
      bodyOf({ messages: called }, model, signatures).contents[1]?.parts[1]?.['thoughtSignature']
    expect(signatureFor('gemini-4-argon')).toBe('skip_thought_signature_validator')
    expect(signatureFor('gemini-2.5-flash')).toBeUndefined()
  })

  it('keeps a limited number of signatures, the latest ones', () => {
    const signatures = createThoughtSignatures()
    for (let index = 0; index <= 500; index++) signatures.keep(MODEL, `c${index}`, 'signature')
    signatures.keep(MODEL, 'long', 's'.repeat(200_001))
    expect(['c0', 'c1', 'c500', 'long'].map((id) => signatures.of(MODEL, id))).toEqual([
      undefined,
      'signature',
      'signature',
      undefined,
    ])
  })

  it('requests text only, any tool, or one tool', () => {
    const tools = [{ name: 'get_time', description: 'The time.', parameters: { type: 'object' } }]
    const choices = ['none', 'required', { name: 'get_time' }] as const
    expect(choices.map((toolChoice) => bodyOf({ tools, toolChoice }))).toMatchObject([
      { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
      { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_time'] } } },
    ])
  })

  it('alternates roles from the user on and contains no empty text', () => {
    const role = fc.constantFrom('user', 'assistant', 'tool', 'system')
    const message = fc.record({ role, content: fc.constantFrom('', ' ', 'Hi', '会議') })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const contents = contentsOf(messages)
        expect(contents.map((content) => content.role)).toEqual(
          contents.map((_, index) => (index % 2 === 0 ? 'user' : 'model')),
        )
        const parts = contents.flatMap((content) => content.parts)
        expect(parts.filter((part) => 'text' in part && String(part['text']).trim() === '')).toEqual([])
      }),
    )
  })
})

it('returns a turn with searches as it came, with the result of its function', () => {
  const signatures = createThoughtSignatures()
  const parts = [
    {
      toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['seals'] } },
      thoughtSignature: 'c2ln',
    },
    { toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: {} } },
    { functionCall: { id: 'call_kept', name: 'get_time', args: {} }, thoughtSignature: 'c2lnMg' },
  ]
  const events: LlmEvent[] = []
  const provider = { id: 'gemini', name: 'Gemini' }
  const reader = createContentReader(provider, 'gemini-3.8-flash', signatures, (event) => events.push(event))
  reader.readEvent({ data: JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] }) })
  reader.end()
  expect(events).toMatchObject([
    { type: 'web-search', id: 's1', query: 'seals' },
    { type: 'tool-call-delta', id: 'call_kept' },
    { type: 'finish', reason: 'tool_calls', searches: 1 },
  ])
  const call = { id: 'call_kept', name: 'get_time', arguments: '{}' }
  const body = generateContentRequest(
    aRequest('gemini-3.8-flash', {
      messages: [
        { role: 'user', content: 'When?' },
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', content: 'Now.', tool_call_id: 'call_kept' },
      ],
      search: {},
    }),
    signatures,
  )
  expect(body).toMatchObject({
    contents: [{}, { role: 'model', parts }, { parts: [{ functionResponse: { id: 'call_kept' } }] }],
    tools: [{ googleSearch: {} }],
  })
})
