import { expect, it } from 'vitest'
import { decodePage } from './decode-page.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const page = (start: string, bytes: string) => Buffer.concat([Buffer.from(start), hex(bytes)])

it.each([
  ['a byte order mark', page('', 'fffe2f6e'), 'text/html; charset=utf-8', 'a.example', '港'],
  ['the header', page('', '8d60'), 'text/html; charset="Shift_JIS"', 'a.example', '港'],
  [
    'its declaration',
    page('<meta charset=windows-1251>', 'cff0'),
    'text/html',
    'a.example',
    '<meta charset=windows-1251>Пр',
  ],
  ['UTF-8 without a declaration', page('', 'e6b8af'), 'text/html', 'a.jp', '港'],
  [
    'UTF-8 where it declares UTF-16',
    page('<meta charset=utf-16>', 'e6b8af'),
    'text/html',
    'a.jp',
    '<meta charset=utf-16>港',
  ],
  ['the country of its domain', page('', 'cff0e8'), 'text/html', 'a.ru', 'При'],
  ['either encoding of Japanese pages', page('', 'b9c1a4cb'), 'text/html', 'a.co.jp', '港に'],
  ['Windows-1252 elsewhere', page('Gr', 'fcdf65'), 'text/html; charset=nonsense', 'a.de', 'Grüße'],
])('a page is decoded by %s', (_, bytes, type, hostname, text) => {
  expect(decodePage(bytes, type, hostname)).toBe(text)
})
