import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LlmEvent } from '../../llm/llm.ts'
import { createThinkTagReader, type HeadlessThoughts } from './think-tags.ts'

const memory = (isExpected = false): HeadlessThoughts => ({
  isExpected: () => isExpected,
  expect: (now) => void (isExpected = now),
})

/** Returns what a client that follows retractions has at the end. */
function read(pieces: readonly string[], headless?: HeadlessThoughts) {
  const events: LlmEvent[] = []
  const reader = createThinkTagReader((event) => events.push(event), headless)
  for (const piece of pieces) reader.addText(piece)
  reader.end(true)
  const said = { text: '', reasoning: '' }
  for (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') said[event.type] += event.text
    if (event.type === 'retract') said[event.kind] = said[event.kind].slice(0, -event.length)
  }
  return said
}

const parts = (sent: string) => sent.split('')

describe('reasoning between marks', () => {
  it.each([
    ['<think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['\n<think>\nHm.\n</think>\n\nYes.', '\nHm.\n', 'Yes.'],
    ['<think></think>Yes.', '', 'Yes.'],
    ['<think>1 < 2 </thin', '1 < 2 </thin', ''],
    ['<thing>', '', '<thing>'],
    ['<thi', '', '<thi'],
    ['  Yes.', '', '  Yes.'],
    ['<think>a</think>b<think>c</think>d', 'ac', 'bd'],
    ['One.\n\n<think>Hm.</think>\n\nTwo.', 'Hm.', 'One.\n\nTwo.'],
    ['Sure. <think>Wait.</think> Done.', 'Wait.', 'Sure. Done.'],
    ['One.<think>Hm.</think>\n\nTwo.', 'Hm.', 'One.\n\nTwo.'],
    ['<thinking>Hm.</thinking>Yes.', 'Hm.', 'Yes.'],
    ['<thought>Hm.</thought>\nYes.', 'Hm.', 'Yes.'],
    ['<reasoning>Hm.</reasoning>Yes.', 'Hm.', 'Yes.'],
    ['[THINK]Hm.[/THINK]Yes.', 'Hm.', 'Yes.'],
    ['<THINK>Hm.</THINK>Yes.', 'Hm.', 'Yes.'],
    ['<seed:think>Hm.</seed:think>Yes.', 'Hm.', 'Yes.'],
    ['◁think▷Hm.◁/think▷Yes.', 'Hm.', 'Yes.'],
    ['<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>', 'Hm.', 'Yes.'],
    [
      '<|begin_of_thought|>Hm.<|end_of_thought|>\n<|begin_of_solution|>Yes.<|end_of_solution|>',
      'Hm.',
      'Yes.',
    ],
    ['<|channel>thought\nHm.<channel|>Yes.', '\nHm.', 'Yes.'],
    [
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
      'Hm.',
      'Yes.',
    ],
    [
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>',
      'Hm.{}',
      '',
    ],
    ['<|channel|>commentary<|message|>I look it up.<|end|>', '', 'I look it up.'],
    ['analysisWe greet.assistantfinalYes.', 'We greet.', 'Yes.'],
    ['analysis of it', '', 'analysis of it'],
    ['<think>Hm.</think>\n\n</think>\n\nYes.', 'Hm.', 'Yes.'],
    ['</think>\n\nYes.', '', 'Yes.'],
    ['<think >Hm.</think >Yes.', 'Hm.', 'Yes.'],
    ['<thinking duration="3">Hm.</thinking>Yes.', 'Hm.', 'Yes.'],
    ['Yes.<|im_end|>', '', 'Yes.'],
    ['Yes.<｜end▁of▁sentence｜>', '', 'Yes.'],
  ])('is separated from the reply: %j', (sent, reasoning, text) => {
    expect(read([sent])).toEqual({ reasoning, text })
    expect(read(parts(sent))).toEqual({ reasoning, text })
  })

  it.each([
    ['Short is best.\n</think>\n\nYes.', 'Short is best.\n', 'Yes.'],
    ['Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['Hm.[/THINK]Yes.', 'Hm.', 'Yes.'],
    ['Use `f()`.\n```js\nf()\n```\n</think>Yes.', 'Use `f()`.\n```js\nf()\n```\n', 'Yes.'],
    ['It`s easy.\n</think>Yes.', 'It`s easy.\n', 'Yes.'],
    ['a</think>b</think>c', 'ab', 'c'],
    ['Yes.</think>', '', 'Yes.'],
  ])('is retracted where only its end is marked: %j', (sent, reasoning, text) => {
    expect(read([sent])).toEqual({ reasoning, text })
    expect(read(parts(sent))).toEqual({ reasoning, text })
  })

  it.each([
    'Put `<think>` and `</think>` around it.',
    '```xml\n<think>Hm.</think>\n```\nThat is the format.',
    '~~~\n</think>\n~~~\nDone.',
    'Use the <think> tag, and </think> at its end.',
    'The tags "<think>" and "</think>" mark it.',
    'See [think](https://a.example) and [Think].',
    '1. Write\n   ```\n   <thinking>\n   ```\n2. Done',
    'A ``code with ` and <think>`` end.',
  ])('is not what a text shows: %j', (text) => {
    expect(read([text])).toEqual({ reasoning: '', text })
    expect(read(parts(text))).toEqual({ reasoning: '', text })
  })

  it('is the same however it was split', () => {
    const sent = fc
      .array(
        fc.constantFrom(
          '<think>',
          '</think>',
          '<',
          '/think',
          '>',
          ' ',
          '\n',
          'a',
          'é',
          '`',
          '[THINK]',
          '<|end|>',
        ),
        {
          maxLength: 14,
        },
      )
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(sent, (text) => {
        expect(read(text.split(''))).toEqual(read([text]))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a model whose opening mark is never sent', () => {
  it('is remembered: its next reply starts as reasoning', () => {
    const headless = memory()
    read(['Hm.\n</think>\n\nYes.'], headless)
    expect(headless.isExpected()).toBe(true)
    const events: LlmEvent[] = []
    const reader = createThinkTagReader((event) => events.push(event), headless)
    for (const piece of ['Hm', ' again.\n', '</think>', '\n\nNo.']) reader.addText(piece)
    reader.end(true)
    expect(events).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'reasoning', text: ' again.\n' },
      { type: 'text', text: 'No.' },
    ])
    expect(headless.isExpected()).toBe(true)
  })

  it('is forgotten when it replies without reasoning, and its text arrives', () => {
    const headless = memory(true)
    expect(read(['Plain ', 'text.'], headless)).toEqual({ reasoning: '', text: 'Plain text.' })
    expect(headless.isExpected()).toBe(false)
  })

  it('is forgotten when it sends the opening mark, or the server separates the reasoning', () => {
    const [marked, separated] = [memory(true), memory(true)]
    expect(read(['<think>Hm.</think>Yes.'], marked)).toEqual({ reasoning: 'Hm.', text: 'Yes.' })
    expect(marked.isExpected()).toBe(false)
    createThinkTagReader(() => {}, separated).hasSeparateReasoning()
    expect(separated.isExpected()).toBe(false)
  })

  it('is not one that marks its reasoning and ends with another closing mark', () => {
    const headless = memory()
    read(['<think>Hm.</think>One.\n</think>\nTwo.'], headless)
    expect(headless.isExpected()).toBe(false)
  })
})
