import { expect, it } from 'vitest'
import { rtfText } from './rtf.ts'

const LABELS = { hidden: 'hidden', comments: 'Comments', notes: 'Notes' }
const read = (source: string) =>
  rtfText(
    Uint8Array.from(source, (character) => character.charCodeAt(0)),
    LABELS,
  )

it.each([
  ['characters of the code page', String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'ee\'f0\'f2}`, 'Порт'],
  [
    'Unicode with a character for older programs',
    String.raw`{\rtf1 \u8364? \uc2\u26085\'93\'fa\u-10179?x\u-8704?x}`,
    '€ 日😀',
  ],
  [
    'characters of a font',
    String.raw`{\rtf1{\fonttbl{\f1\fcharset128 Mincho;}}\f1 \'93\'8c\'8b\'9e \'83A}`,
    '東京 ア',
  ],
  [
    'a bullet of a list and a table',
    String.raw`{\rtf1{\listtext\'95\tab}one\par\trowd\intbl a\par b\cell c\cell\row\pard end}`,
    '•\tone\na b\tc\nend',
  ],
  [
    'the result of a field',
    String.raw`{\rtf1{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt link}}}`,
    'link',
  ],
  ['no deleted or hidden text', String.raw`{\rtf1 a{\deleted b}{\v c}\v d\v0 e}`, 'ae'],
  [
    'no metadata, pictures or unknown destinations',
    String.raw`{\rtf1{\info{\title t}}{\*\xyz q}{\pict 0102}{\header h}text}`,
    'text',
  ],
  [
    'signs',
    String.raw`{\rtf1 LH\_454\~x \endash\emdash\ldblquote q\rdblquote \{\\\}}`,
    'LH\u2011454\u00A0x –—“q”{\\}',
  ],
  ['binary data', String.raw`{\rtf1 a{\pict\bin4 }}{{}b}`, 'ab'],
  [
    'notes and comments',
    String.raw`{\rtf1 Fee{\footnote net} due{\*\atnauthor Ann}{\*\annotation Late}.}`,
    'Fee[1] due.\n\n[1] net\n\nComments:\n- Ann: Late',
  ],
  ['a file that is cut', String.raw`{\rtf1 {{{\b text`, 'text'],
])('Rich Text Format is read with %s', (_, source, text) => {
  expect(read(source)).toBe(text)
})
