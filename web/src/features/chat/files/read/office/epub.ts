import { htmlText } from '../xml-text.ts'
import { type Archive, pathFrom } from './archive.ts'
import { type OfficeSection, readSections } from './office-section.ts'
import { forEachElement } from './xml-nodes.ts'

interface Item {
  readonly path: string
  readonly type: string
  readonly fallback: string | undefined
}

const HTML_TYPE =
  /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document|application\/x-dtbook\+xml|)$/i
/** Longest chain of fallbacks that is followed. */
const MAX_FALLBACKS = 10

/** Returns the chapters of a book in the order of its spine (EPUB 3.3, 5.7); a foreign item by its fallback (3.5.1). */
export function bookSections(archive: Archive): readonly OfficeSection[] {
  let book = ''
  forEachElement(archive.read('META-INF/container.xml'), (name, attributes) => {
    if (name.endsWith('rootfile') && book === '') book = attributes.get('full-path') ?? ''
  })
  const items = new Map<string, Item>()
  const spine: string[] = []
  forEachElement(archive.read(book), (name, attributes) => {
    if (name.endsWith('itemref')) spine.push(attributes.get('idref') ?? '')
    else if (name.endsWith('item'))
      items.set(attributes.get('id') ?? '', {
        path: pathFrom(book, attributes.get('href') ?? ''),
        type: attributes.get('media-type') ?? '',
        fallback: attributes.get('fallback'),
      })
  })
  const textOf = (id: string): string => {
    let item = items.get(id)
    for (let depth = 0; item && !HTML_TYPE.test(item.type) && depth < MAX_FALLBACKS; depth++)
      item = items.get(item.fallback ?? '')
    return item && HTML_TYPE.test(item.type) ? htmlText(archive.read(item.path)) : ''
  }
  // An item is read once, as in every book.
  return readSections([...new Set(spine)], (id) => ({ title: '', text: textOf(id) }))
    .filter(({ text }) => text !== '')
    .map(({ text }, index) => ({ title: String(index + 1), text }))
}
