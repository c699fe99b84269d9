import { describe, expect, it } from 'vitest'
import { readTranscript } from '../read-file.ts'

/** Each line as `start-end speaker: text`. */
const read = (text: string) =>
  readTranscript(text)?.transcriptLines.map(
    ({ start, end, speaker, text: said }) =>
      `${start}-${end} ${speaker === null ? '' : `${speaker}: `}${said}`,
  )
const lines = (...all: readonly string[]) => all.join('\n')

describe('text with times', () => {
  it.each([
    [
      'Otter',
      lines('Weekly', 'Ann Lee  0:03 ', 'Good morning.', '', 'Speaker 2  0:07', 'Travel', 'is 400.'),
      ['0-3 Weekly', '3-7 Ann Lee: Good morning.', '7-7 Speaker 2: Travel is 400.'],
    ],
    [
      'Teams',
      lines('Ann Lee   0:03', 'Good morning.', 'Müller, Jörg (Extern)   1:02:03', 'Ja.'),
      ['3-3723 Ann Lee: Good morning.', '3723-3723 Müller, Jörg (Extern): Ja.'],
    ],
    [
      'Google Meet',
      lines('00:00:00', '', 'Ann Lee: Good morning.', 'Bob: Hi.', '00:05:00', 'Ann Lee: One thing: we end.'),
      ['0-0 Ann Lee: Good morning.', '0-300 Bob: Hi.', '300-300 Ann Lee: One thing: we end.'],
    ],
    [
      'Vee',
      lines('[0:01] Ann: We met.', '[0:04] Ann: And left.', '[1:02:03] nobody'),
      ['1-4 Ann: We met.', '4-3723 Ann: And left.', '3723-3723 nobody'],
    ],
    [
      'Zoom',
      lines('09:41:05\t From Ann Lee to Everyone:', '\tHello: all', '09:41:15 From Bob to Everyone : Hi'),
      ['0-10 Ann Lee: Hello: all', '10-10 Bob: Hi'],
    ],
    [
      'WhatsApp',
      lines('[27.11.26, 23:59:58] Ann: One', 'more', '[28.11.26, 00:00:03] Bob: Two'),
      ['0-5 Ann: One more', '5-5 Bob: Two'],
    ],
    [
      'WhatsApp on Android',
      lines('11/27/26, 11:58\u202fPM - Ann: One', '11/28/26, 12:01\u202fAM - Bob: Two'),
      ['0-180 Ann: One', '180-180 Bob: Two'],
    ],
    [
      'Zoom on Windows, without recipients',
      lines('10:02:03\t From  Ann Lee : hi', '10:02:10\t From  Bob : hello'),
      ['0-7 Ann Lee: hi', '7-7 Bob: hello'],
    ],
    [
      'lyrics',
      lines('[ti:Song]', '[00:01.50]First line', '[00:03.20]Second line'),
      ['1.5-3.2 First line', '3.2-3.2 Second line'],
    ],
    [
      'the page of YouTube, with times in words',
      lines('0:00', '0 seconds', 'hello', '1:03', '1 minute, 3 seconds', 'the money'),
      ['0-63 hello', '63-63 the money'],
    ],
    [
      'Whisper on the command line',
      lines('[00:00.000 --> 00:02.000]  Hi there.', '[00:02.000 --> 00:05.500]  Travel is 400.'),
      ['0-2 Hi there.', '2-2 Travel is 400.'],
    ],
    ['frames', lines('00:00:01:15 Ann: Hi.', '00:00:03:00 Bob: Yo.'), ['1.5-3 Ann: Hi.', '3-3 Bob: Yo.']],
  ])('of %s', (_, text, expected) => expect(read(text)).toEqual(expected))

  it.each([
    ['Rev', 'Ann Lee (00:03):\nHi.\n\nBob (00:10):\nYo.'],
    ['Rev, with the time behind a colon', 'Ann Lee: (00:03)\nHi.\n\nBob: (00:10)\nYo.'],
    ['Descript', '**Ann Lee:** [00:00:03] Hi.\n\n**Bob:** [00:00:10] Yo.'],
    ['tl;dv', 'Ann Lee [00:03]: Hi.\nBob [00:10]: Yo.'],
    ['tl;dv, in lines', '00:03 Ann Lee\nHi.\n\n00:10 Bob\nYo.'],
    ['Fireflies', 'Ann Lee  - 00:03\nHi.\n\nBob  - 00:10\nYo.'],
    ['Fathom', '@0:03 - **Ann Lee**\nHi.\n\n@0:10 - **Bob**\nYo.'],
    ['Grain', 'Ann Lee (0:03): Hi.\nBob (0:10): Yo.'],
    ['Trint', 'Ann Lee [00:00:03] Hi.\n\nBob [00:00:10] Yo.'],
    ['Sonix', '[00:00:03] Ann Lee\n\nHi.\n\n[00:00:10] Bob\n\nYo.'],
    ['TurboScribe', '[Ann Lee] (0:03 - 0:10)\nHi.\n\n[Bob] (0:10 - 0:15)\nYo.'],
    ['Premiere', '00:00:03:00 - 00:00:10:00\nAnn Lee\nHi.\n\n00:00:10:00 - 00:00:15:00\nBob\nYo.'],
    ['Otter, with times on their own lines', 'Ann Lee\n00:03\nHi.\n\nBob\n00:10\nYo.'],
  ])('of %s names its speakers', (_, text) => {
    expect(read(text)).toEqual(['3-10 Ann Lee: Hi.', '10-10 Bob: Yo.'])
  })

  it.each([
    ['Whisper', 'start\tend\ttext\n0\t2000\tHi.\n2000\t5500\tTravel, "400".'],
    ['whisper.cpp', 'start,end,text\n0,2000," Hi."\n2000,5500," Travel, ""400""."'],
    ['Audacity', '0.000000\t2.000000\tHi.\n2.000000\t5.500000\tTravel, "400".'],
    ['printed segments', '[0.00s -> 2.00s]  Hi.\n[2.00s -> 5.50s]  Travel, "400".'],
    [
      'TTML',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="0s" dur="2s">Hi.</p><p begin="00:00:02.000" end="00:00:05.500">Travel,<br/>&quot;400&quot;.</p></body></tt>',
    ],
    [
      'YouTube in XML',
      '<transcript><text start="0" dur="2">Hi.</text><text start="2" dur="3.5">Travel, &amp;quot;400&amp;quot;.</text></transcript>',
    ],
    [
      'YouTube in XML with milliseconds',
      '<timedtext format="3"><body><p t="0" d="2000"><s>Hi</s><s>.</s></p><p t="2000" d="3500">Travel, "400".</p></body></timedtext>',
    ],
    [
      'Advanced SubStation Alpha',
      '[Events]\nDialogue: 0,0:00:00.00,0:00:02.00,D,,0,0,0,,{\\b1}Hi.\nDialogue: 0,0:00:02.00,0:00:05.50,D,,0,0,0,,Travel,\\N"400".',
    ],
  ])('of %s has a row for each part', (_, text) => {
    expect(read(text)).toEqual(['0-2 Hi.', '2-5.5 Travel, "400".'])
  })

  it('of SAMI ends where the next part begins', () => {
    expect(
      read('<SAMI><BODY><SYNC Start=1000><P Class=E>Hi.<SYNC Start=3000><P Class=E>Yo.</BODY></SAMI>'),
    ).toEqual(['1-3 Hi.', '3-3 Yo.'])
  })

  it.each([
    'We met at 10:30 and left.',
    lines('10:30 Arrival', '11:00 Coffee', '12:15 Lunch'),
    lines('0:40 is the score', '0:10 before'),
    lines('Ann: We met.', 'Bob: We left.'),
    'ratio 1:20\nscale 1:50',
  ])('is only text where its times are no times of a recording: %j', (text) => {
    expect(readTranscript(text)).toEqual({ transcript: text, transcriptLines: [] })
  })
})
