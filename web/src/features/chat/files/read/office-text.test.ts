import { decodeEntities } from '@vee/contract/text/html-entities'
import { zipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fileKind } from './file-kind.ts'
import { officeText as readOffice } from './office-text.ts'
import { htmlText, xmlText } from './xml-text.ts'

const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`

const LABELS = { hidden: 'hidden', comments: 'Comments', notes: 'Notes' }
const officeText = (bytes: Uint8Array) => readOffice(bytes, LABELS)

describe('an office document', () => {
  it('is read from docx with paragraphs, tabs, tables and entities', async () => {
    const document = `<w:document><w:body>
      <w:p><w:r><w:t>Grüße &amp; 挨拶</w:t></w:r><w:r><w:tab/><w:t>مرحبا</w:t></w:r></w:p>
      <w:p><w:r><w:instrText>HYPERLINK "http://evil.example"</w:instrText><w:t>second</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`
    expect(await officeText(archive({ 'word/document.xml': document }))).toEqual([
      { title: '', text: 'Grüße & 挨拶\tمرحبا\nsecond\na' },
    ])
  })

  it('is read from pptx slide by slide, in their order', async () => {
    const files = {
      'ppt/presentation.xml': '<p/>',
      'ppt/slides/slide10.xml': slide('ten'),
      'ppt/slides/slide2.xml': slide('two'),
    }
    expect(await officeText(archive(files))).toEqual([
      { title: '1', text: 'two' },
      { title: '2', text: 'ten' },
    ])
  })

  it('is read from xlsx with shared strings, numbers, gaps and stored values of formulas', async () => {
    const files = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="Budget" sheetId="1"/></sheets></workbook>',
      'xl/sharedStrings.xml': '<sst><si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
        '<row r="2"><c r="A2" t="inlineStr"><is><t>Tea</t></is></c><c r="C2"><f>HYPERLINK("http://x")</f><v>3.5</v></c></row></sheetData></worksheet>',
    }
    expect(await officeText(archive(files))).toEqual([
      { title: 'Budget', text: '\tA\tB\tC\n1\tItem\t\tPrice\n2\tTea\t\t3.5' },
    ])
  })

  it('is read from OpenDocument', async () => {
    const content =
      '<office:document-content><office:body><text:h>Plan</text:h><text:p>One<text:tab/>two</text:p></office:body></office:document-content>'
    expect(await officeText(archive({ 'content.xml': content }))).toEqual([
      { title: '', text: 'Plan\n\nOne\ttwo' },
    ])
  })

  it('is read from EPUB in the order of its spine', async () => {
    const files = {
      'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
      'OPS/book.opf':
        '<package><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OPS/a.xhtml': '<html><body><h1>First</h1><script>alert(1)</script></body></html>',
      'OPS/b.xhtml': '<html><body><p>Second</p></body></html>',
    }
    expect(await officeText(archive(files))).toEqual([
      { title: '1', text: 'First' },
      { title: '2', text: 'Second' },
    ])
  })

  it('is not found in another archive', async () => {
    expect(await officeText(archive({ 'readme.txt': 'hello' }))).toBeUndefined()
  })

  it.each([
    ['a damaged archive', strToU8('PK\u0003\u0004 nothing of use'), /invalid zip/],
    [
      'an archive of too many files',
      archive(Object.fromEntries(Array.from({ length: 5_100 }, (_, n) => [`f${n}.xml`, 'x']))),
      /too large/,
    ],
    ['a decompression bomb', archive({ 'word/document.xml': 'x'.repeat(90_000_000) }), /too large/],
  ])('throws for %s', async (_, bytes, message) => {
    await expect(officeText(bytes)).rejects.toThrow(message)
  })

  it('reads a path that climbs out of the archive as a name only', async () => {
    expect(
      await officeText(archive({ '../../etc/passwd.xml': 'x', 'word/document.xml': '<w:t>safe</w:t>' })),
    ).toEqual([{ title: '', text: 'safe' }])
  })
})

describe('HTML', () => {
  it('becomes text without scripts, styles, comments and templates', () => {
    const html =
      '<html><head><title>No</title></head><body><style>b{}</style><!-- x --><p>One &lt;b&gt;</p>\n<ul><li>two</li><li>three</li></ul><script>alert(1)</script></body></html>'
    expect(htmlText(html)).toBe('One <b>\n\n- two\n- three')
  })

  it('ignores unclosed elements of any number', () => {
    expect(xmlText('a<b>c</b>' + '<!--'.repeat(200_000), {})).toBe('ac')
    expect(xmlText('<'.repeat(500_000), {})).toBe('')
  })

  it.each([
    ['&#65;&#x42;', 'AB'],
    ['&amp;lt;', '&lt;'],
    ['caf&eacute; &Eacute;t&eacute; &euro;3 &ndash; &AMP;', 'café Été €3 – &'],
    ['&unknown; &#0; &#99999999;', '&unknown; &#0; &#99999999;'],
  ])('decodes %s once', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded)
  })
})

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('the kind of a file', () => {
  it.each([
    ['a PDF with a wrong name', bytes('%PDF-1.7'), 'a.png', '', 'pdf'],
    ['an archive', bytes('PK\u0003\u0004'), 'a.docx', '', 'archive'],
    ['a PNG that claims to be text', bytes('\u0089PNG\r\n'), 'a.txt', 'text/plain', 'image'],
    ['an HEIC image', bytes('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), 'a.heic', '', 'heic'],
    ['an HEIF sequence', bytes('\0\0\0\u0018ftyphevc\0\0\0\0msf1hevc'), 'a.heic', 'image/heic', 'heic'],
    ['HEIF of another brand', bytes('\0\0\0\u001Cftypmif1\0\0\0\0mif1heixmiaf'), 'a.heif', '', 'heic'],
    ['an AVIF image', bytes('\0\0\0\u001Cftypmif1\0\0\0\0mif1avifmiaf'), 'a.avif', '', 'image'],
    ['a video', bytes('\0\0\0\u0018ftypisom\0\0\0\0isommp42'), 'a.mp4', 'video/mp4', 'unknown'],
    ['Rich Text Format', bytes('{\\rtf1\\ansi'), 'a.doc', '', 'rtf'],
    ['an old Office document', bytes('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1'), 'a.doc', '', 'ole'],
    ['UTF-16 without a mark', bytes('N\0a\0m\0e\0,\0A\0g\0e\0'), 'a.csv', '', 'text'],
    ['Shift_JIS text', Uint8Array.of(0x93, 0x8c, 0x8b, 0x9e), 'a.txt', '', 'text'],
    ['ISO-2022-JP text', bytes('\u001B$B;3\u001B(B'), 'a.txt', '', 'text'],
    ['HTML that is called a workbook', strToU8('\ufeff<html xmlns:x="x"><table>'), 'report.xls', '', 'html'],
    ['a table of text that is called a workbook', strToU8('a\tb'), 'report.xls', '', 'text'],
    ['SVG, which is text', strToU8('<svg/>'), 'a.svg', 'image/svg+xml', 'text'],
    ['HTML', strToU8('<p>x'), 'a.html', 'text/html', 'html'],
    ['source code', strToU8('fn main() {}'), 'a.rs', '', 'text'],
    ['Japanese text', strToU8('こんにちは'), 'a.txt', 'text/plain', 'text'],
    ['Windows-1252 text', Uint8Array.of(71, 114, 252, 223, 101), 'a.txt', 'text/plain', 'text'],
    ['a program', Uint8Array.of(0x7f, 69, 76, 70, 0, 0, 1), 'a.txt', 'text/plain', 'unknown'],
  ])('is detected for %s', (_, head, name, type, kind) => {
    expect(fileKind(head, name, type)).toBe(kind)
  })
})
