import { tidy } from '../xml-text.ts'
import type { Archive } from './archive.ts'
import { relationshipsOf } from './package-parts.ts'
import { type Attributes, xmlNodes } from './xml-nodes.ts'

/** Graphics of one part (a document or slide) that are parts of their own. */
export class Graphics {
  readonly #archive: Archive
  readonly #parts: ReadonlyMap<string, string>
  /** parts that were read: a small document can refer to one a million times */
  readonly #read = new Set<string>()

  constructor(archive: Archive, partName: string) {
    this.#archive = archive
    this.#parts = new Map(relationshipsOf(archive, partName).map(({ id, partName: target }) => [id, target]))
  }

  /** Returns the text of the chart or diagram that an element refers to; empty for other elements. */
  textOf(name: string, attributes: Attributes): string {
    const read = (attribute: string) => {
      const partName = this.#parts.get(attributes.get(attribute) ?? '') ?? ''
      if (this.#read.has(partName)) return ''
      this.#read.add(partName)
      return this.#archive.read(partName)
    }
    if (name === 'c:chart') return chartText(read('r:id'))
    return name === 'dgm:relIds' ? diagramText(read('r:dm')) : ''
  }
}

/** Returns the texts in a diagram (SmartArt), one a line. */
function diagramText(xml: string): string {
  let [text, isText] = ['', false]
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      if (isText) text += node.text
    } else if (node.name === 'a:t') isText = node.kind === 'start'
    else if (node.name === 'a:p' && node.kind === 'end') text += '\n'
  }
  return tidy(text).replaceAll(/\n+/g, '\n')
}

interface Series {
  name: string
  readonly categories: string[]
  readonly values: string[]
}

/** Elements of a series that contain stored values. */
const CONTAINERS: ReadonlySet<string> = new Set(['c:tx', 'c:cat', 'c:val', 'c:xVal', 'c:yVal'])

/** Returns the title of a chart, and its series as lines of categories with values, as they are stored with it. */
function chartText(xml: string): string {
  const series: Series[] = []
  let title = ''
  let [container, current] = ['', '']
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      const last = series.at(-1)
      if (current === 'a:t') title += node.text
      else if (current !== 'c:v' || !last) continue
      else if (container === 'c:tx') last.name += node.text
      else if (container === 'c:val' || container === 'c:yVal') last.values.push(node.text)
      else if (container !== '') last.categories.push(node.text)
      continue
    }
    current = node.kind === 'start' ? node.name : ''
    if (CONTAINERS.has(node.name)) container = current
    if (node.kind === 'start' && node.name === 'c:ser') series.push({ name: '', categories: [], values: [] })
    if (node.kind === 'end' && node.name === 'a:p' && title !== '') title += '\n'
  }
  const lines = series.map(({ name, categories, values }) => {
    const points = values.map((value, index) => {
      const category = categories[index]
      return category === undefined ? value : `${category} = ${value}`
    })
    return `${name === '' ? '' : `${name}: `}${points.join('; ')}`
  })
  return [tidy(title), ...lines].filter((line) => line !== '').join('\n')
}
