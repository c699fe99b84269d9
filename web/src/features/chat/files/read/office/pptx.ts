import { tidy } from '../xml-text.ts'
import type { Archive } from './archive.ts'
import { Graphics } from './graphics.ts'
import {
  commentLines,
  hiddenTitle,
  joinParts,
  joinLines,
  readSections,
  type OfficeLabels,
  type OfficeSection,
  type ReviewComment,
} from './office-section.ts'
import { partsOfType, relationshipsOf } from './package-parts.ts'
import { forEachElement, xmlNodes } from './xml-nodes.ts'

/** Returns the slides of a presentation in the order in which they are shown. `main`: the name of its main part */
export function presentationSections(
  archive: Archive,
  main: string,
  labels: OfficeLabels,
): readonly OfficeSection[] {
  return readSections(slidesOf(archive, main), (partName, index) => {
    const relationships = relationshipsOf(archive, partName)
    const slide = drawnText(archive, partName)
    const notes = partsOfType(relationships, 'notesSlide')
      .map((name) => drawnText(archive, name).text)
      .filter((text) => text !== '')
    const comments = partsOfType(relationships, 'comments').flatMap((name) => commentsIn(archive.read(name)))
    const title = String(index + 1)
    return {
      title: slide.isHidden ? hiddenTitle(title, labels) : title,
      text: joinParts(
        slide.text,
        notes.length === 0 ? '' : `${labels.notes}:\n${notes.join('\n')}`,
        commentLines(comments, labels),
      ),
    }
  })
}

const numberIn = (name: string): number => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1] ?? 0)

/** A presentation shows the slides of its list (ECMA-376 part 1, 19.2.1.34); others were deleted. */
function slidesOf(archive: Archive, main: string): readonly string[] {
  const relationships = relationshipsOf(archive, main)
  if (relationships.length === 0) {
    // A package without relationships is read by the usual names.
    return archive.names
      .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
      .toSorted((a, b) => numberIn(a) - numberIn(b))
  }
  const parts = new Map(relationships.map(({ id, partName: part }) => [id, part]))
  const slides: string[] = []
  forEachElement(archive.read(main), (name, attributes) => {
    const partName = name === 'p:sldId' ? parts.get(attributes.get('r:id') ?? '') : undefined
    if (partName !== undefined && archive.has(partName)) slides.push(partName)
  })
  return slides
}

/** Placeholders of notes pages and slides that repeat what is not part of them. */
const REPEATED: ReadonlySet<string> = new Set(['sldNum', 'sldImg', 'hdr', 'ftr', 'dt'])
const TEXT: ReadonlySet<string> = new Set(['a:t', 'm:t'])
const ENDS: Readonly<Record<string, string | undefined>> = { 'a:p': '\n', 'a:tr': '\n' }

/** Returns the text of a slide or of its notes: shapes, tables as rows with tabs, charts and diagrams. */
function drawnText(
  archive: Archive,
  partName: string,
): { readonly text: string; readonly isHidden: boolean } {
  const graphics = new Graphics(archive, partName)
  let [text, current, isHidden] = ['', '', false]
  let shapeStart = 0
  let isRepeated = false
  /** where the current cell of a table begins in the text */
  let cellStart: number | undefined
  for (const node of xmlNodes(archive.read(partName))) {
    if (node.kind === 'text') {
      if (TEXT.has(current)) text += node.text
      continue
    }
    const { name } = node
    if (node.kind === 'start') {
      current = name
      if (name === 'p:sld') isHidden = /^(?:0|false|off)$/.test(node.attributes.get('show') ?? '')
      else if (name === 'p:sp') [shapeStart, isRepeated] = [text.length, false]
      else if (name === 'p:ph') isRepeated ||= REPEATED.has(node.attributes.get('type') ?? '')
      else if (name === 'a:tc') cellStart = text.length
      else if (name === 'a:br') text += '\n'
      else {
        const graphic = graphics.textOf(name, node.attributes)
        if (graphic !== '') text += `${graphic}\n`
      }
    } else {
      current = ''
      if (name === 'p:sp' && isRepeated) {
        text = text.slice(0, shapeStart)
        isRepeated = false
      } else if (name === 'a:tc' && cellStart !== undefined) {
        text = `${text.slice(0, cellStart)}${joinLines(text.slice(cellStart))}\t`
        cellStart = undefined
      } else text += ENDS[name] ?? ''
    }
  }
  return { text: tidy(text), isHidden }
}

/** Returns the comments on a slide, in the format before or since 2021. */
function commentsIn(xml: string): readonly ReviewComment[] {
  const comments: ReviewComment[] = []
  let [text, current] = ['', '']
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      if (current === 'p:text' || current === 'a:t') text += node.text
      continue
    }
    current = node.kind === 'start' ? node.name : ''
    const isComment = /^p(?:188)?:(?:cm|reply)$/.test(node.name)
    if (node.kind === 'end' && (node.name === 'a:p' || node.name === 'p188:txBody')) text += ' '
    if (!isComment) continue
    // A reply stands within the comment that it answers, before that one's own text or after it.
    if (text.trim() !== '') comments.push({ author: '', subject: '', text: text.trim() })
    text = ''
  }
  return comments
}
