import { describe, expect, it } from 'vitest'
import { officeText } from '../office-text.ts'
import { LABELS, packaged, type Parts, relationships } from './parts.fixture.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Options {
  readonly formats?: readonly (string | number)[]
  readonly is1904?: boolean
  readonly more?: Parts
}

/** A workbook with one sheet. `formats`: codes or built-in numbers of formats, which cells name by `s` from 1 on */
function book(rows: string, { formats = [], is1904 = false, more = {} }: Options = {}): Uint8Array {
  const own = formats.flatMap((format, index) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${200 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`
      : [],
  )
  const xfs = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`,
  )
  return packaged('xl/workbook.xml', {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${R}"><workbookPr date1904="${Number(is1904)}"/><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      a: ['worksheet', 'worksheets/first.xml'],
      b: ['styles', '/xl/theStyles.xml'],
    }),
    'xl/theStyles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/first.xml': `<worksheet xmlns="${MAIN}">${rows.startsWith('<row') ? `<sheetData>${rows}</sheetData>` : rows}</worksheet>`,
    ...more,
  })
}

/** Returns the text of one cell with a number in a format. */
async function shown(format: string | number, value: number | string, is1904 = false): Promise<string> {
  const bytes = book(`<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`, { formats: [format], is1904 })
  return (await officeText(bytes, LABELS))?.[0]?.text.split('\n')[1]?.split('\t')[1] ?? ''
}

describe('a number in a workbook', () => {
  it.each([
    [14, 46205, '2026-07-02'],
    [15, 46205, '2026-07-02'],
    [22, 46205.604166666664, '2026-07-02 14:30'],
    [27, 46205, '2026-07-02'],
    [31, 46205, '2026-07-02'],
    [32, 0.39583333333333331, '09:30'],
    [57, 46205, '2026-07-02'],
    [58, 46205.5, '2026-07-02 12:00'],
    ['dd.mm.yyyy', 46205, '2026-07-02'],
    ['[$-411]ggge"年"m"月"d"日"', 46205, '2026-07-02'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46205, '2026-07-02'],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', 46205.604387, '2026-07-02 14:30:19'],
    ['mmm\\-yy', 46205, 'Jul-26'],
    [17, 46205, 'Jul-26'],
    [20, 0.39583333333333331, '9:30'],
    [18, 0.75, '6:00 PM'],
    ['[h]:mm', 1.5208333333333333, '36:30'],
    ['[h]', 30.5, '732'],
    ['[mm]', 0.05, '72'],
    ['[ss] "s"', 0.01, '864 s'],
    ['[$-804]上午/下午h"时"mm"分"', 0.75, '下午6时00分'],
    ['[ENG][$-409]d. mmmm yyyy', 46205, '2026-07-02'],
    ['#,##0.00 [$€-407]', 1234.5, '1,234.50 €'],
    [46, 1.5, '36:00:00'],
    [45, 0.01, '14:24'],
    [9, 0.5, '50%'],
    [10, 0.125, '12.50%'],
    [11, 12345, '1.23E+04'],
    [12, 0.5, '1/2'],
    [4, 1234.5, '1,234.50'],
    [44, 1234.5, '1,234.50'],
    ['#,##0.00\\ "EUR"', 1234.5, '1,234.50 EUR'],
    ['[Red]-0.0;0', -3.25, '3'],
    ['"Nr. "0000', 7, 'Nr. 0007'],
    [0, 0.1 + 0.2, '0.3'],
    [0, 1_234_567_890_123, '1234567890123'],
    ['@', 42, '42'],
    ['not "closed', 3, '3'],
    [14, 1, '1900-01-01'],
    [14, 61, '1900-03-01'],
    [14, -4, '-4'],
    [14, 99_999_999, '99999999'],
  ])('in format %s is written for %s as a person sees it: %s', async (format, value, text) => {
    expect(await shown(format, value)).toBe(text)
  })

  it('counts days from 1904 where the workbook says so, and not hours', async () => {
    expect(await shown(14, 44743, true)).toBe('2026-07-02')
    expect(await shown('mmm\\-yy', 44743, true)).toBe('Jul-26')
    expect(await shown('[h]:mm', 1.5, true)).toBe('36:00')
    expect(await shown(20, 0.5, true)).toBe('12:00')
  })
})

const cell = (reference: string) => `<c r="${reference}" t="str"><v>${reference}</v></c>`

describe('a workbook', () => {
  it('has booleans, errors, ISO dates, results of formulas, and formulas without one', async () => {
    const bytes = book(
      '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#N/A</v></c>' +
        '<c r="D1" t="d"><v>2026-07-02T00:00:00</v></c><c r="E1" t="str"><f>A1&amp;B1</f><v>x</v></c><c r="F1"><f>SUM(A1:B1)</f></c>' +
        '<c r="G1" t="inlineStr"><is><t>two</t><rPh sb="0" eb="1"><t>reading</t></rPh></is></c><c r="I1" t="str"><v>a_x000D_\nb</v></c></row>',
    )
    expect((await officeText(bytes, LABELS))?.[0]?.text).toBe(
      '\tA\tB\tC\tD\tE\tF\tG\tH\tI\n1\tTRUE\tFALSE\t#N/A\t2026-07-02\tx\t=SUM(A1:B1)\ttwo\t\ta b',
    )
  })

  it('has its sheets in the order of the tabs, hidden ones marked, with prefixes and strict namespaces', async () => {
    const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    const sheet = (text: string) =>
      `<s:worksheet xmlns:s='${strict}'><s:sheetData><s:row r='1'><s:c r='A1' t='inlineStr'><s:is><s:t>${text}</s:t></s:is></s:c></s:row></s:sheetData></s:worksheet>`
    const bytes = packaged('odd/place.xml', {
      'odd/place.xml': `<s:workbook xmlns:s="${strict}" xmlns:q="http://purl.oclc.org/ooxml/officeDocument/relationships"><s:sheets><s:sheet name="R&amp;D > all" q:id="x2"/><s:sheet name="Old" state="veryHidden" q:id="x1"/></s:sheets></s:workbook>`,
      'odd/_rels/place.xml.rels': relationships({
        x1: ['worksheet', '/sheets/one.xml'],
        x2: ['worksheet', '../sheets/two.xml'],
      }),
      'sheets/one.xml': sheet('first file'),
      'sheets/two.xml': sheet('second file'),
    })
    expect(await officeText(bytes, LABELS)).toEqual([
      { title: 'R&D > all', text: '\tA\n1\tsecond file' },
      { title: 'Old [hidden]', text: '\tA\n1\tfirst file' },
    ])
  })

  it('names hidden rows and columns, and has comments with their cells', async () => {
    const bytes = book(
      `<cols><col min="2" max="3" hidden="1"/></cols><sheetData>${[1, 2, 3, 5]
        .map(
          (row) =>
            `<row r="${row}"${row > 1 ? ' hidden="1"' : ''}>${cell(`A${row}`)}${cell(`C${row}`)}</row>`,
        )
        .join('')}</sheetData>`,
      {
        more: {
          'xl/worksheets/_rels/first.xml.rels': relationships({ c: ['comments', '../notes.xml'] }),
          'xl/notes.xml': `<comments xmlns="${MAIN}"><authors><author>Ann</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ann:</t></r><r><t>
too high</t></r></text></comment></commentList></comments>`,
        },
      },
    )
    expect((await officeText(bytes, LABELS))?.[0]?.text).toBe(
      '\tA\tB\tC\n1\tA1\t\tC1\n2\tA2\t\tC2\n3\tA3\t\tC3\n5\tA5\t\tC5\n[hidden: 2-3, 5, B-C]\n\nComments:\n- Ann (A1): too high',
    )
  })
})
