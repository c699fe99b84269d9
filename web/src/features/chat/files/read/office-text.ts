import { AttachmentError } from './attachment-error.ts'
import { type Archive, openArchive } from './office/archive.ts'
import { documentSections } from './office/docx.ts'
import { bookSections } from './office/epub.ts'
import { odfSections } from './office/odf.ts'
import type { OfficeLabels, OfficeSection } from './office/office-section.ts'
import { mainPartOf } from './office/package-parts.ts'
import { presentationSections } from './office/pptx.ts'
import { rootName } from './office/xml-nodes.ts'

/**
 * Returns the text of a document that is an archive of XML; undefined if it is none. Throws if it is damaged, and
 * AttachmentError if it is locked or of a format that is not read.
 */
export async function officeText(
  bytes: Uint8Array,
  labels: OfficeLabels,
): Promise<readonly OfficeSection[] | undefined> {
  const archive = openArchive(bytes)
  const main = mainPartOf(archive)
  if (main !== undefined) {
    const sections = await openXmlSections(archive, main, labels)
    if (sections) return sections
  }
  if (archive.has('META-INF/container.xml')) return bookSections(archive)
  if (archive.has('content.xml')) {
    if (/<(?:\w+:)?encryption-data/.test(archive.read('META-INF/manifest.xml')))
      throw new AttachmentError('locked')
    return odfSections(archive.read('content.xml'), archive.read('styles.xml'), labels)
  }
  // Excel's binary workbooks, and the documents of Apple's programs.
  if (
    archive.names.some((name) =>
      /^xl\/workbook\.bin$|(?:^|\/)index\.(?:zip|apxl(?:\.gz)?)$|\.iwa$/.test(name),
    )
  )
    throw new AttachmentError('office-format')
  return undefined
}

/** Returns the text of an OpenDocument file that is one XML document (`.fodt`, `.fods`, `.fodp`); undefined for another text. */
export function flatOdfText(xml: string, labels: OfficeLabels): readonly OfficeSection[] | undefined {
  const isLikely = xml.slice(0, FLAT_HEAD_LENGTH).includes(':office:1.0')
  return isLikely && rootName(xml) === 'office:document' ? odfSections(xml, '', labels) : undefined
}

/** Where the namespace of OpenDocument stands in a flat file, in UTF-16 code units. */
const FLAT_HEAD_LENGTH = 4_096

/** Kinds by the usual folders, for a main part whose outermost element is unknown. */
const ROOTS: readonly (readonly [string, string])[] = [
  ['word/', 'w:document'],
  ['ppt/', 'p:presentation'],
  ['xl/', 'workbook'],
]

/** The kind of an Open XML document is that of the outermost element of its main part. */
async function openXmlSections(
  archive: Archive,
  main: string,
  labels: OfficeLabels,
): Promise<readonly OfficeSection[] | undefined> {
  if (/\.bin$/i.test(main)) throw new AttachmentError('office-format')
  const root = rootName(archive.read(main)) ?? ''
  const isKnown = ROOTS.some(([, name]) => name === root)
  switch (isKnown ? root : ROOTS.find(([folder]) => main.startsWith(folder))?.[1]) {
    case 'w:document':
      return documentSections(archive, main, labels)
    case 'p:presentation':
      return presentationSections(archive, main, labels)
    case 'workbook': {
      // Loaded with the first workbook: number formats of sixty languages.
      const { workbookSections } = await import('./office/xlsx.ts')
      return workbookSections(archive, main, labels)
    }
    case undefined:
    default:
      return undefined
  }
}
