import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSrt, toVtt } from '../cues.ts'
import { readTranscript } from '../read-file.ts'

const INPUTS = join(import.meta.dirname, '../../../../../../e2e/real-life/inputs')
const input = (name: string) => readFileSync(join(INPUTS, name), 'utf8')
/** Each line as `start-end speaker: text`. */
const read = (text: string) =>
  readTranscript(text)?.transcriptLines.map(
    ({ start, end, speaker, text: said }) =>
      `${start}-${end} ${speaker === null ? '' : `${speaker}: `}${said}`,
  )
const readJson = (value: object) => read(JSON.stringify(value))
const lines = (...all: readonly string[]) => all.join('\n')

const word = (text: string, start: number, more: object = {}) => ({
  text,
  start,
  end: start + 0.4,
  ...more,
})

describe('captions', () => {
  it('that roll have each line once', () => {
    expect(read(input('x22-rolling-captions.vtt'))).toEqual([
      '0.4-2.51 hello and thanks for coming',
      '2.51-4.91 first the garden money',
      '4.91-7 ann has the list',
    ])
  })

  it.each(['x22b-lines-of-spaces.srt', 'x22c-no-blank-lines.srt'])('of %s are three', (name) => {
    expect(read(input(name))).toEqual(['1-2 First line', '3-4 Second line', '5-6 Third line'])
  })

  it('name speakers by what looks like a name', () => {
    expect(read(input('x22d-names.vtt'))).toEqual([
      '1-3 Ann Lee (she/her): Good morning.',
      "3-5 José O'Neil-Ray Jr.: Travel is 400.",
      '5-7 田中: はい。',
      '7-9 One thing: we need a plan.',
    ])
    expect(readTranscript(input('x22d-names.vtt'))?.transcriptLines[3]?.speaker).toBeNull()
  })

  it('grow word by word, or roll in windows of several lines', () => {
    expect(
      read(
        lines(
          'WEBVTT\n',
          '00:00:01.000 --> 00:00:02.000\nso we\n',
          '00:00:02.000 --> 00:00:03.000\nso we begin\n',
          '00:00:03.000 --> 00:00:04.000\nso we begin now\n',
        ),
      ),
    ).toEqual(['1-4 so we begin now'])
    expect(
      read(
        lines(
          '1\n00:00:01,000 --> 00:00:02,000\nA\nB\n',
          '2\n00:00:02,000 --> 00:00:03,000\nB\nC\n',
          '3\n00:00:03,000 --> 00:00:04,000\nC\nD\n',
        ),
      ),
    ).toEqual(['1-2 A B', '2-3 C', '3-4 D'])
  })

  it('keep what people say twice', () => {
    expect(
      read(
        lines(
          '1\n00:00:01,000 --> 00:00:02,000\nNo.\n',
          '2\n00:00:02,000 --> 00:00:03,000\nNo.\n',
          '3\n00:00:03,000 --> 00:00:04,000\nWe wait.\n',
          '4\n00:00:04,000 --> 00:00:05,000\nUntil May.\n',
          '5\n00:00:05,000 --> 00:00:06,000\nGood.\n',
        ),
      ),
    ).toHaveLength(5)
  })

  it('of Teams have several voices in a cue, closed and with identifiers', () => {
    expect(
      read(
        lines(
          '\uFEFFWEBVTT\n',
          'b2c1/11-0',
          '00:00:03.210 --> 00:00:05.000',
          '<v Lee, Ann>Good morning.</v>',
          '<v Bob &amp; Co>Hi &lt;all&gt;, it&#39;s &quot;on&quot;.</v>\n',
          'NOTE a note: of the program\n',
          '00:00:05.000 --> 00:00:06.000 align:start',
          'and nobody',
        ),
      ),
    ).toEqual(['3.21-5 Lee, Ann: Good morning.', '3.21-5 Bob & Co: Hi <all>, it\'s "on".', '5-6 and nobody'])
  })

  it('drop tags, readings and codes, not comparisons', () => {
    expect(
      read(
        '1\r\n0:00:01,5 --> 0:00:02,000\r\n{\\an8}<i>a < b</i> and <font color="#fff">c</font> <ruby>漢<rt>かん</rt></ruby>\r\n\r\n',
      ),
    ).toEqual(['1.5-2 a < b and c 漢'])
    expect(read('0:00:01.000,0:00:02.500\nof SubViewer\n\n0:00:03.000,0:00:04.000\nand more')).toEqual([
      '1-2.5 of SubViewer',
      '3-4 and more',
    ])
    expect(read('1\n00:00:01,000 --> 00:00:02,000\n>> Good evening.')).toEqual(['1-2 Good evening.'])
  })

  it('keep text below an empty line within a cue of SubRip, and a number that is said', () => {
    expect(
      read(
        '1\n00:00:01,000 --> 00:00:02,000\nOne\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\n42\n\n3\n00:00:05,000 --> 00:00:06,000\nx',
      ),
    ).toEqual(['1-2 One two', '3-4 42', '5-6 x'])
  })

  it.each([
    ['Note: we need a plan.', 'The rest is said by nobody.'],
    ['Visit https://example.org: it is free.', 'At 10:30: the train.'],
    ['Er sagte: „Ja.“', 'Und: weiter.'],
  ])('take no sentence for a speaker: %s', (...said) => {
    const text = [...said, 'x', 'y', 'z']
      .map((words, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${words}\n`)
      .join('\n')
    expect(readTranscript(`WEBVTT\n\n${text}`)?.transcriptLines.map(({ speaker }) => speaker)).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })
})

describe('the JSON of services', () => {
  it.each([
    ['x24-whisper-cpp.json', ['0-2 Good morning.', '2-5.5 Travel is 400.']],
    ['x24b-chunks.json', ['0-2 Good morning.', '2-5.5 Travel is 400.']],
    ['x24c-utterances-ms.json', ['0.25-2 A: Good morning.', '2.1-5.5 B: Travel is 400.']],
    ['x24d-results-utterances.json', ['0.2-2 0: Good morning.', '2.1-5.5 1: Travel is 400.']],
  ])('of %s', (name, expected) => expect(read(input(name))).toEqual(expected))

  it.each<[string, object, readonly string[]]>([
    [
      'Teams',
      {
        entries: [
          {
            text: 'Hi there',
            startOffset: '00:00:01.0000000',
            endOffset: '00:00:02.5000000',
            speakerDisplayName: 'Ann',
          },
        ],
      },
      ['1-2.5 Ann: Hi there'],
    ],
    [
      'a speaker as an object',
      [{ speaker: { label: 'A' }, start: '0:01', end: '0:02', text: 'it&#39;s so' }],
      ["1-2 A: it's so"],
    ],
    [
      'whisper.cpp without offsets',
      { transcription: [{ timestamps: { from: '00:00:00,000', to: '00:00:02,000' }, text: ' Hi there.' }] },
      ['0-2 Hi there.'],
    ],
    [
      'Azure in ticks',
      {
        recognizedPhrases: [
          { offsetInTicks: 12_000_000, durationInTicks: 20_000_000, nBest: [{ display: 'Good day.' }] },
        ],
      },
      ['1.2-3.2 Good day.'],
    ],
    [
      'Azure, fast',
      { phrases: [{ offsetMilliseconds: 1200, durationMilliseconds: 800, text: 'Good day.' }] },
      ['1.2-2 Good day.'],
    ],
    [
      'Gladia',
      { result: { transcription: { utterances: [{ start: 0.5, end: 1, text: 'Hi you', speaker: 0 }] } } },
      ['0.5-1 0: Hi you'],
    ],
    [
      'Vosk',
      {
        result: [
          { start: 0.2, end: 0.5, word: 'good' },
          { start: 0.6, end: 1, word: 'day' },
        ],
        text: 'good day',
      },
      ['0.2-1 good day'],
    ],
    [
      'IBM',
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'good day ',
                timestamps: [
                  ['good', 0.2, 0.5],
                  ['day', 0.5, 1],
                ],
              },
            ],
          },
        ],
      },
      ['0.2-1 good day'],
    ],
    ['times as text', { segments: [{ start: '1.5', end: '2.0', text: 'a b' }] }, ['1.5-2 a b']],
    [
      'an open end',
      {
        chunks: [
          { timestamp: [1, null], text: 'a b' },
          { timestamp: [3, 4], text: 'c d' },
        ],
      },
      ['1-3 a b', '3-4 c d'],
    ],
    [
      'OpenAI with speakers',
      {
        task: 'transcribe',
        segments: [
          { id: 's', type: 'transcript.text.segment', start: 1, end: 2, text: ' Yes, we do. ', speaker: 'A' },
        ],
      },
      ['1-2 A: Yes, we do.'],
    ],
    [
      'Deepgram without utterances',
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'Good morning. Yes.',
                  words: [],
                  paragraphs: {
                    transcript: '…',
                    paragraphs: [
                      {
                        speaker: 0,
                        start: 0.2,
                        end: 3,
                        sentences: [
                          { text: 'Good morning.', start: 0.2, end: 2 },
                          { text: 'Yes.', start: 2, end: 3 },
                        ],
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      },
      ['0.2-3 0: Good morning. Yes.'],
    ],
    [
      'Google',
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'good morning',
                words: [
                  { startTime: '0.200s', endTime: '0.900s', word: 'good' },
                  { startTime: '0.900s', endTime: '1.500s', word: 'morning.' },
                ],
              },
              { transcript: 'wood morning' },
            ],
          },
          { alternatives: [{ words: [{ startTime: '2s', endTime: '3s', word: 'Yes.' }] }] },
        ],
      },
      ['0.2-1.5 good morning.', '2-3 Yes.'],
    ],
    [
      'AWS',
      {
        jobName: 'j',
        results: {
          transcripts: [{ transcript: 'Hi, you.' }],
          items: [
            {
              start_time: '0.04',
              end_time: '0.3',
              alternatives: [{ confidence: '0.9', content: 'Hi' }],
              type: 'pronunciation',
              speaker_label: 'spk_0',
            },
            { alternatives: [{ content: ',' }], type: 'punctuation' },
            {
              start_time: '0.4',
              end_time: '0.8',
              alternatives: [{ content: 'you' }],
              type: 'pronunciation',
              speaker_label: 'spk_0',
            },
            { alternatives: [{ content: '.' }], type: 'punctuation' },
          ],
        },
      },
      ['0.04-0.8 spk_0: Hi, you.'],
    ],
    [
      'Azure',
      {
        recognizedPhrases: [
          {
            speaker: 1,
            offset: 'PT1.2S',
            duration: 'PT2S',
            nBest: [{ display: 'Good morning.', lexical: 'good morning' }],
          },
        ],
      },
      ['1.2-3.2 1: Good morning.'],
    ],
    [
      'ElevenLabs',
      {
        language_code: 'en',
        text: 'Hi you.',
        words: [
          { ...word('Hi', 0.1), type: 'word', speaker_id: 'speaker_0' },
          { text: ' ', start: 0.5, end: 0.6, type: 'spacing' },
          { ...word('you.', 0.6), type: 'word', speaker_id: 'speaker_0' },
        ],
      },
      ['0.1-1 speaker_0: Hi you.'],
    ],
    [
      'Rev',
      {
        monologues: [
          {
            speaker: 0,
            elements: [
              { type: 'text', value: 'Hi', ts: 0.5, end_ts: 1 },
              { type: 'punct', value: ', ' },
              { type: 'text', value: 'you', ts: 1.2, end_ts: 1.5 },
            ],
          },
        ],
      },
      ['0.5-1.5 0: Hi, you'],
    ],
    [
      'Speechmatics',
      {
        results: [
          { type: 'word', start_time: 0.1, end_time: 0.5, alternatives: [{ content: 'Hi', speaker: 'S1' }] },
          {
            type: 'punctuation',
            start_time: 0.5,
            end_time: 0.5,
            alternatives: [{ content: '.', speaker: 'S1' }],
          },
        ],
      },
      ['0.1-0.5 S1: Hi.'],
    ],
    [
      'Fireflies',
      [{ sentence: 'We met.', startTime: '00:02', endTime: '00:04', speaker_name: 'Ann Lee' }],
      ['2-4 Ann Lee: We met.'],
    ],
    [
      'Recall',
      [
        {
          participant: { id: 1, name: 'Ann' },
          words: [{ text: 'We met.', start_timestamp: { relative: 2.5 }, end_timestamp: { relative: 3 } }],
        },
      ],
      ['2.5-3 Ann: We met.'],
    ],
    [
      'a podcast',
      { version: '1.0.0', segments: [{ speaker: 'Ann', startTime: 1, endTime: 2, body: 'We met.' }] },
      ['1-2 Ann: We met.'],
    ],
    [
      'YouTube',
      {
        events: [
          { tStartMs: 400, dDurationMs: 2100, segs: [{ utf8: 'so ' }, { utf8: 'we begin' }] },
          { tStartMs: 2500, segs: [{ utf8: '\n' }] },
        ],
      },
      ['0.4-2.5 so we begin'],
    ],
    ['a list with durations', [{ text: 'We met.', start: 1.5, duration: 2 }], ['1.5-3.5 We met.']],
    [
      'null figures',
      {
        segments: [
          { start: 0, end: 2, text: 'a b', speaker: null, no_speech_prob: null },
          null,
          { start: null, text: 'lost' },
        ],
      },
      ['0-2 a b'],
    ],
  ])('of %s', (_, file, expected) => expect(readJson(file)).toEqual(expected))

  it('groups words by sentence, speaker and pause', () => {
    const words = [
      word('Hi', 0),
      word('Ann.', 0.5),
      word('So', 1),
      word('well', 4),
      word('Yes', 4.5, { speaker: 'B' }),
    ]
    expect(readJson({ words })).toEqual(['0-0.9 Hi Ann.', '1-1.4 So', '4-4.4 well', '4.5-4.9 B: Yes'])
  })

  it.each([
    { a: 1 },
    [1, 2],
    { segments: 'x' },
    { results: { deep: {} } },
    { segments: [{ start: -1, text: 'x' }] },
  ])('is no transcript: %j', (file) => expect(readJson(file)).toBeUndefined())
})

it.each([
  ['WebVTT', toVtt],
  ['SubRip', toSrt],
] as const)('comes back as it was exported in %s', (_, write) => {
  const character = fc.oneof(
    fc.constantFrom('&', '<', '>', ';', '&amp;', '&lt;', '-->', '>> ', ':', ' ', '1', 'Ann', 'ä', '会'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  )
  const text = fc
    .array(character, { minLength: 1, maxLength: 12 })
    .map((parts) =>
      parts
        .join('')
        .replaceAll(/[\p{C}\p{Z}{}]+/gu, ' ')
        .replace(/^(?:\s*>>\s*)+/, '')
        .trim(),
    )
    .filter((said) => said !== '' && !/^\d+$/.test(said))
  const said = fc.array(text, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(said, (texts) => {
      const transcriptLines = texts.map((lineText, index) => ({
        id: String(index),
        start: index,
        end: index + 1,
        track: 'unknown' as const,
        speaker: 'Ann Lee (she/her)',
        text: lineText,
      }))
      const transcript = readTranscript(write({ transcriptLines }))
      expect(transcript?.transcriptLines.map((line) => line.text)).toEqual(texts)
    }),
    { numRuns: 300 },
  )
})

it('keeps a text that is too long for a line as several lines', () => {
  const long = 'word '.repeat(9_000).trim()
  const readLines = readTranscript(`[0:01] ${long}\n[0:09] end`)?.transcriptLines ?? []
  expect(
    readLines
      .slice(0, -1)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(long)
  expect(Math.max(...readLines.map(({ text }) => text.length))).toBeLessThanOrEqual(20_000)
})

it.each([
  ['captions', `${'0'.repeat(50_000)}:${'<v '.repeat(20_000)}`],
  ['names', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'A (b '.repeat(20_000)}`],
  ['times', `${'Ann '.repeat(20_000)}\n${' '.repeat(50_000)}0:03`],
  ['nested JSON', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
])('reads hostile %s quickly', (_, text) => {
  expect(() => readTranscript(text)).not.toThrow()
})
