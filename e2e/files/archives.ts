import { strToU8, zipSync, type Zippable } from 'fflate'

// Archives of XML, as office programs write them, reduced to what is read.

type Parts = Readonly<Record<string, string | Uint8Array>>

export function archive(parts: Parts, level: 0 | 9 = 9): Buffer {
  const files: Zippable = {}
  for (const [name, content] of Object.entries(parts))
    files[name] = [typeof content === 'string' ? strToU8(content) : content, { level }]
  return Buffer.from(zipSync(files))
}

export const docx = (paragraphs: readonly string[], more: Parts = {}, head = ''): Buffer =>
  archive({
    'word/document.xml': `<?xml version="1.0"?>${head}<w:document><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
    ...more,
  })

export const pptx = (slides: readonly string[], more: Parts = {}): Buffer =>
  archive({
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
    ...more,
  })

/** `cells`: the XML of the rows. */
export const xlsx = (sheet: string, cells: string, more: Parts = {}): Buffer =>
  archive({
    'xl/workbook.xml': `<workbook><sheets><sheet name="${sheet}"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    ...more,
  })

export const text = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

export const odt = (body: string): Buffer =>
  archive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  })

export const epub = (chapters: readonly string[], more: Parts = {}): Buffer =>
  archive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf': `<package><manifest>${chapters
      .map((_, index) => `<item id="c${index}" href="c${index}.xhtml"/>`)
      .join(
        '',
      )}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((html, index) => [`OPS/c${index}.xhtml`, `<html><body>${html}</body></html>`]),
    ),
    ...more,
  })

/** An archive whose entries state another size than they have. */
export function withFalseSizes(zip: Buffer, size: number): Buffer {
  const bytes = Buffer.from(zip)
  // Local file headers and the central directory (APPNOTE 4.3.7 and 4.3.12).
  for (const [mark, offset] of [
    ['PK\u0003\u0004', 22],
    ['PK\u0001\u0002', 24],
  ] as const)
    for (
      let index = bytes.indexOf(mark, 0, 'latin1');
      index !== -1;
      index = bytes.indexOf(mark, index + 4, 'latin1')
    )
      bytes.writeUInt32LE(size, index + offset)
  return bytes
}
