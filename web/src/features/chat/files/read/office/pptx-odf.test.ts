import { describe, expect, it } from 'vitest'
import { flatOdfText, officeText } from '../office-text.ts'
import { LABELS, packaged, relationships, zipped } from './parts.fixture.ts'

const NAMES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
const shape = (text: string, type = '') =>
  `<p:sp>${type && `<p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr>`}<p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
const slide = (content: string, more = '') =>
  `<p:sld ${NAMES}${more}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`

const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`

describe('a presentation', () => {
  it('has listed slides in their order, hidden ones marked, with tables, groups, diagrams, notes and comments', async () => {
    const bytes = packaged('ppt/presentation.xml', {
      'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationships({
        a: ['slide', 'slides/slide1.xml'],
        b: ['slide', '/ppt/slides/slide7.xml'],
        c: ['slide', 'slides/slide2.xml'],
      }),
      'ppt/slides/slide1.xml': slide(shape('Backup') + shape('2', 'sldNum'), ' show="0"'),
      'ppt/slides/slide2.xml': slide(shape('Deleted')),
      'ppt/slides/slide7.xml': slide(
        `<p:grpSp>${shape('In a group')}</p:grpSp><p:graphicFrame><a:tbl><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl></p:graphicFrame><dgm:relIds r:dm="d"/>`,
      ),
      'ppt/slides/_rels/slide7.xml.rels': relationships({
        n: ['notesSlide', '../notesSlides/any.xml'],
        d: ['diagramData', '../diagrams/data1.xml'],
        c: ['comments', '../comments/c.xml'],
      }),
      'ppt/notesSlides/any.xml': `<p:notes ${NAMES}><p:cSld>${shape('Greet Ann', 'body')}${shape('1', 'sldNum')}</p:cSld></p:notes>`,
      'ppt/diagrams/data1.xml': `<dgm:dataModel ${NAMES}><dgm:pt><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:pt><dgm:pt><a:p><a:r><a:t>Build</a:t></a:r></a:p></dgm:pt></dgm:dataModel>`,
      'ppt/comments/c.xml': `<p:cmLst ${NAMES}><p:cm><p:text>Check this</p:text></p:cm></p:cmLst>`,
    })
    expect(await officeText(bytes, LABELS)).toEqual([
      {
        title: '1',
        text: 'In a group\na\tb\nPlan\nBuild\n\nNotes:\nGreet Ann\n\nComments:\n- Check this',
      },
      { title: '2 [hidden]', text: 'Backup' },
    ])
  })
})

const ODF =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
const odf = (body: string, styles = '') =>
  zipped({
    'content.xml': `<office:document-content ${ODF}><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  })
const odfText = async (body: string, styles?: string) => officeText(odf(body, styles), LABELS)

const odfCell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`

describe('an OpenDocument file', () => {
  it('is read without tracked deletions, with spaces, lists, notes and comments', async () => {
    const body = `<office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>old</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:p>a<text:s text:c="3"/>b<office:annotation><dc:creator>Bo</dc:creator><dc:date>2026</dc:date><text:p>why?</text:p></office:annotation><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>net</text:p></text:note-body></text:note></text:p>
      <text:list text:style-name="L"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>sub</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list></office:text>`
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>'
    expect(await odfText(body, styles)).toEqual([
      { title: '', text: 'a   b[1]\n1. one\n  - sub\n2. two\n\n[1] net\n\nComments:\n- Bo: why?' },
    ])
  })

  it('has sheets with values of dates, bounded repetitions, and hidden ones marked', async () => {
    const body = `<office:spreadsheet><table:table table:name="Plan"><table:table-column table:number-columns-repeated="16384"/>
      <table:table-row>${odfCell('Due')}${odfCell('', 'table:number-columns-repeated="2"')}${odfCell('02.07.26', 'office:value-type="date" office:date-value="2026-07-02"')}</table:table-row>
      <table:table-row table:number-rows-repeated="2">${odfCell('x', 'table:number-columns-repeated="2"')}${odfCell('WAHR', 'office:value-type="boolean" office:boolean-value="true"')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048572">${odfCell('', 'table:number-columns-repeated="16384"')}</table:table-row></table:table>
      <table:table table:name="Old" table:style-name="ta2"><table:table-row table:number-rows-repeated="999999999">${odfCell('y', 'table:number-columns-repeated="999999999"')}</table:table-row></table:table></office:spreadsheet>`
    const styles =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    const sections = (await odfText(body, styles)) ?? []
    expect(sections[0]).toEqual({
      title: 'Plan',
      text: '\tA\tB\tC\tD\n1\tDue\t\t\t2026-07-02\n2\tx\tx\tTRUE\n3\tx\tx\tTRUE',
    })
    expect(sections[1]?.title).toBe('Old [hidden]')
    expect(sections[1]?.text.length).toBeLessThan(3_000_000)
  })

  it('is read as one XML document too', () => {
    const flat = `<?xml version="1.0"?><office:document ${ODF} office:mimetype="x"><office:meta><dc:creator>no</dc:creator></office:meta><office:body><office:text><text:p>Flat</text:p></office:text></office:body></office:document>`
    expect(flatOdfText(flat, LABELS)).toEqual([{ title: '', text: 'Flat' }])
    expect(flatOdfText('<html><body>:office:1.0</body></html>', LABELS)).toBeUndefined()
  })

  it('has slides with notes, hidden ones marked', async () => {
    const body = `<office:presentation><draw:page draw:style-name="dp1"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Smile</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:style-name="dp2"><text:p>Later</text:p></draw:page></office:presentation>`
    const styles =
      '<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    expect(await odfText(body, styles)).toEqual([
      { title: '1', text: 'Hello\n\nNotes:\nSmile' },
      { title: '2 [hidden]', text: 'Later' },
    ])
  })

  it('is refused by name where it is protected or of a format that is not read', async () => {
    const locked = zipped({ 'content.xml': 'x', 'META-INF/manifest.xml': '<manifest:encryption-data/>' })
    await expect(officeText(locked, LABELS)).rejects.toMatchObject({ reason: 'locked' })
    for (const name of ['xl/workbook.bin', 'Index/Document.iwa', 'index.apxl'])
      await expect(officeText(zipped({ [name]: 'x' }), LABELS)).rejects.toMatchObject({
        reason: 'office-format',
      })
  })
})

describe('a book', () => {
  it('has the fallback of an item that is no text, and paths relative to its package', async () => {
    const bytes = zipped({
      'META-INF/container.xml':
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/pkg/book.opf"/></rootfiles></container>',
      'OPS/pkg/book.opf':
        '<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:manifest><opf:item id="a" href="../text/one%20a.xhtml" media-type="application/xhtml+xml"/><opf:item id="p" href="p.pdf" media-type="application/pdf" fallback="f"/><opf:item id="f" href="f.xhtml" media-type="application/xhtml+xml"/></opf:manifest><opf:spine><opf:itemref idref="p"/><opf:itemref idref="a"/></opf:spine></opf:package>',
      'OPS/text/one a.xhtml': '<p>Second</p>',
      'OPS/pkg/f.xhtml': '<p>First</p>',
    })
    expect(await officeText(bytes, LABELS)).toEqual([
      { title: '1', text: 'First' },
      { title: '2', text: 'Second' },
    ])
  })
})

describe('a small file that asks for much', () => {
  const MAX_LENGTH = 6_000_000

  it('has one part of a presentation or book a limited number of times', async () => {
    const long = 'word '.repeat(40_000)
    const listed = '<p:sldId r:id="a"/>'.repeat(5_000)
    const deck = packaged('ppt/presentation.xml', {
      'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst>${listed}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 'slides/a.xml'] }),
      'ppt/slides/a.xml': slide(shape(long)),
    })
    const slides = (await officeText(deck, LABELS)) ?? []
    expect(slides.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(MAX_LENGTH)
    const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(5_000)
    const book = packaged('xl/workbook.xml', {
      'xl/workbook.xml': '<workbook><sheets><sheet name="S"/></sheets></workbook>',
      'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
    expect((await officeText(book, LABELS))?.[0]?.text.length).toBeLessThan(MAX_LENGTH)
    const spaces = '<text:p><text:s text:c="1000000000"/>x</text:p>'.repeat(20_000)
    expect((await odfText(`<office:text>${spaces}</office:text>`))?.[0]?.text.length).toBeLessThan(MAX_LENGTH)
  })
})
