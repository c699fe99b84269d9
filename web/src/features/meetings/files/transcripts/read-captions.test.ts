import { describe, expect, it } from 'vitest'
import { readTranscript } from '../read-file.ts'

/** Each line as `start-end speaker: text`. */
const read = (text: string) =>
  readTranscript(text)?.transcriptLines.map(
    ({ start, end, speaker, text: said }) =>
      `${start}-${end} ${speaker === null ? '' : `${speaker}: `}${said}`,
  )

describe('captions whose times are written in other ways', () => {
  it.each([
    ['other arrows', '1\n00:00:01,000 —> 00:00:02,000\nHi.\n\n2\n00:00:03,000 → 00:00:04,000\nYo.'],
    ['spaces', '1\n00: 00: 01, 000 --> 00: 00: 02, 000\nHi.\n\n2\n00: 00: 03, 000 --> 00: 00: 04, 000\nYo.'],
    ['single digits', '1\n0:0:1,0 --> 0:0:2,0\nHi.\n\n2\n0:0:3,0 --> 0:0:4,0\nYo.'],
    ['Arabic digits', '1\n٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\nHi.\n\n2\n٠٠:٠٠:٠٣,٠٠٠ --> ٠٠:٠٠:٠٤,٠٠٠\nYo.'],
    ['frames', '00:00:01:00 --> 00:00:02:00\nHi.\n\n00:00:03:00 --> 00:00:04:00\nYo.'],
  ])('are read with %s', (_, text) => expect(read(text)).toEqual(['1-2 Hi.', '3-4 Yo.']))

  it('name speakers in the identifiers of Webex, and by numbers in brackets', () => {
    expect(read('WEBVTT\n\n1 "Ann Lee" (123)\n00:00:01.000 --> 00:00:02.000\nHi.')).toEqual([
      '1-2 Ann Lee: Hi.',
    ])
    expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\n[SPEAKER_00]: Hi.')).toEqual(['1-2 SPEAKER_00: Hi.'])
  })
})
