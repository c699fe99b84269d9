interface PdfOptions {
  /** further entries of the catalog */
  readonly catalog?: string
  /** further entries of the trailer */
  readonly trailer?: string
  /** characters of the text, by their codes from 65 on; without it, the text is Latin */
  readonly characters?: string
}

/** Returns a PDF with one line of text for each page; an empty line is an empty page. */
export function pdf(
  lines: readonly string[],
  { catalog = '', trailer = '', characters }: PdfOptions = {},
): Buffer {
  const objects: string[] = []
  const add = (object: string): number => objects.push(object)
  add(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  add('')
  const count = Array.from(characters ?? '').length
  const widths = `/FirstChar ${FIRST_CODE} /LastChar ${FIRST_CODE + count - 1} /Widths [${'600 '.repeat(count)}]`
  const font = characters === undefined ? HELVETICA : `${HELVETICA.slice(0, -2)}${widths} /ToUnicode 4 0 R >>`
  add(font)
  add(stream(characters === undefined ? '' : unicodeMap(characters)))
  const pages = lines.map((line) => {
    const content = add(stream(line === '' ? '' : `BT /F1 24 Tf 20 100 Td <${hex(line, characters)}> Tj ET`))
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
  })
  objects[1] = `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}

const FIRST_CODE = 65

/** Entries of a trailer that require a password which is not known. */
export const ENCRYPTED = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

function hex(line: string, characters: string | undefined): string {
  const codes = Array.from(line, (character) =>
    characters === undefined
      ? character.charCodeAt(0)
      : Array.from(characters).indexOf(character) + FIRST_CODE,
  )
  return Buffer.from(codes).toString('hex')
}

function unicodeMap(characters: string): string {
  const lines = Array.from(
    characters,
    (character, index) =>
      `<${(index + FIRST_CODE).toString(16).padStart(2, '0')}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
  )
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange ${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar endcmap end end`
}
