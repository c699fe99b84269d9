import { describe, expect, it } from 'vitest'
import { officeText } from '../office-text.ts'
import { LABELS, packaged, type Parts, relationships, zipped } from './parts.fixture.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`

async function textOf(body: string, more: Parts = {}): Promise<string | undefined> {
  const bytes = packaged('word/document.xml', {
    'word/document.xml': `<w:document xmlns:w="${W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
  return (await officeText(bytes, LABELS))?.[0]?.text
}

const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`

const point = (text: string) => `<c:pt><c:v>${text}</c:v></c:pt>`

const textBox = (content: string) =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${content}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${content}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`

const imported = (name: string, content: string) => ({
  'word/_rels/document.xml.rels': relationships({ c: ['aFChunk', name] }),
  [`word/${name}`]: content,
})

const item = (index: number) =>
  paragraph(run('x'), `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr>`)

describe('a Word document', () => {
  it.each([
    ['HTML', imported('chunk.html', '<html><body><p>caf&eacute;</p></body></html>')],
    ['text', imported('chunk.txt', 'café')],
    [
      'a web page in one file',
      imported(
        'chunk.mht',
        'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>ca=\r\nf=C3=A9</p>\r\n--x--',
      ),
    ],
  ])('imports %s', async (_, more) => {
    expect(await textOf(paragraph(run('a')) + '<w:altChunk r:id="c"/>' + paragraph(run('b')), more)).toBe(
      'a\ncafé\nb',
    )
  })

  it('numbers by the style of a list, and in Arabic numbers where a level says so', async () => {
    const numbering = `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="L"/></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:styleLink w:val="L"/>${level(0, 'upperRoman', '%1.')}${level(1, 'decimal', '%1.%2').replace('<w:start', '<w:isLgl/><w:start')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    expect(await textOf(item(0) + item(1), { 'word/numbering.xml': numbering })).toBe('I. x\n1.1 x')
  })

  it.each([
    [
      'deletions',
      paragraph(`${run('a')}<w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:ins>${run('b')}</w:ins>`),
      'ab',
    ],
    [
      'a deleted end of a paragraph',
      paragraph(run('one '), '<w:rPr><w:del/></w:rPr>') + paragraph(run('two')),
      'one two',
    ],
    [
      'hidden text',
      paragraph(run('shown') + run('hidden', '<w:vanish/>') + run(' again', '<w:vanish w:val="0"/>')),
      'shown again',
    ],
    [
      'tabs, breaks and hyphens',
      paragraph(
        `<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t></w:r>`,
        '<w:tabs><w:tab w:val="left"/></w:tabs>',
      ),
      'a\tb\ncd',
    ],
    [
      'the reading of Japanese',
      paragraph(
        `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`,
      ),
      '東京',
    ],
    [
      'symbols',
      paragraph(
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Arial" w:char="20AC"/></w:r>',
      ),
      '✓α€',
    ],
    [
      'the result of a field',
      paragraph(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run('nested code')}<w:r><w:instrText>IF x</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('12 May')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ),
      '12 May',
    ],
    [
      'content controls',
      `<w:sdt><w:sdtPr><w:alias w:val="x"/>${run('no')}</w:sdtPr><w:sdtContent>${paragraph(run('inside'))}</w:sdtContent></w:sdt>`,
      'inside',
    ],
    [
      'formulas',
      paragraph(
        '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>',
      ),
      '(a)/(b)',
    ],
    [
      'a fallback where the choice has no text',
      paragraph(
        `<w:r><mc:AlternateContent><mc:Choice Requires="x"><w:drawing/></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r>`,
      ),
      'old',
    ],
  ])('is read as accepted and shown: %s', async (_, body, text) => {
    expect(await textOf(body)).toBe(text)
  })

  it('has its text boxes once, below their paragraphs, also with tables in them', async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph(run('a'))}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr></w:tbl>`
    const body = paragraph(textBox(paragraph(run('Total'))) + run('before') + textBox(table) + run(' after'))
    expect(await textOf(body + paragraph(run('next')))).toBe('before after\nTotal\na\tb\nnext')
  })

  it('has its tables as rows with tabs, also with several paragraphs in a cell, and no deleted rows', async () => {
    const cell = (...lines: readonly string[]) =>
      `<w:tc>${lines.map((line) => paragraph(run(line))).join('')}</w:tc>`
    const table = `<w:tbl><w:tr>${cell('a', 'b')}${cell('c')}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${cell('gone')}</w:tr><w:tr>${cell('')}${cell('d')}</w:tr></w:tbl>`
    expect(await textOf(table + paragraph(run('after')))).toBe('a b\tc\n\td\nafter')
  })

  it('has the numbers of its lists', async () => {
    const numbering = `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', 'x')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
    const styles = `<w:styles xmlns:w="${W}"><w:style w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="Head"><w:basedOn w:val="Base"/></w:style></w:styles>`
    const item = (text: string, list: number, depth = 0) =>
      paragraph(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`)
    const body =
      item('one', 1) +
      item('sub', 1, 1) +
      item('sub', 1, 1) +
      paragraph(run('head'), '<w:pStyle w:val="Head"/>') +
      item('again', 1, 1) +
      item('dot', 2) +
      item('none', 0)
    expect(await textOf(body, { 'word/numbering.xml': numbering, 'word/styles.xml': styles })).toBe(
      '1. one\n1.a) sub\n1.b) sub\n2. head\n2.a) again\n• dot\nnone',
    )
  })

  it('has notes, comments and charts by relationships', async () => {
    const body = paragraph(
      `<w:commentRangeStart w:id="7"/>${run('Price')}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r><w:r><w:drawing><c:chart r:id="k"/></w:drawing></w:r>`,
    )
    const note = (name: string, id: string, text: string, more = '') =>
      `<w:${name}s xmlns:w="${W}"><w:${name} w:id="${id}"${more}>${paragraph(run(text))}</w:${name}></w:${name}s>`
    const text = await textOf(body, {
      'word/_rels/document.xml.rels': relationships({
        e: ['endnotes', 'odd1.xml'],
        c: ['comments', 'odd2.xml'],
        k: ['chart', 'charts/chart9.xml'],
      }),
      'word/odd1.xml': note('endnote', '3', 'net'),
      'word/odd2.xml': note('comment', '7', 'too high', ' w:author="Bo"'),
      'word/charts/chart9.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:ser><c:tx>${point('Sales')}</c:tx><c:cat>${point('Q1')}${point('Q2')}</c:cat><c:val>${point('3')}${point('4')}</c:val></c:ser></c:chartSpace>`,
    })
    expect(text).toBe('Price[1]\nSales: Q1 = 3; Q2 = 4\n\n[1] net\n\nComments:\n- Bo (Price): too high')
  })

  it('is found by its content type, with another prefix and the strict namespace', async () => {
    const bytes = zipped({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/a/b.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'a/b.xml': '<d xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><p><r><t>strict</t></r></p></d>'
        .replace('<d ', '<document ')
        .replace('</d>', '</document>'),
    })
    expect(await officeText(bytes, LABELS)).toEqual([{ title: '', text: 'strict' }])
  })

  it('has no text of elements of other namespaces, under any prefix', async () => {
    const foreign = '<x:p xmlns:x="urn:x"><x:r><x:t>foreign</x:t></x:r></x:p>'
    const bound = '<w:p xmlns:w="urn:x"><w:r><w:t>foreign</w:t></w:r></w:p>'
    expect(await textOf(foreign + bound + paragraph(run('own')))).toBe('own')
  })

  it('does not overflow for deeply nested or unclosed elements', async () => {
    const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${paragraph(run('deep'))}`
    expect(await textOf(deep)).toBeDefined()
    expect(await textOf(`<w:p a=">" b='"'>${run('x')}</w:p>${'<w:p "'.repeat(50_000)}`)).toBe('x')
  })
})
