import { forEachElement } from './xml-nodes.ts'

/** What the styles of an OpenDocument file state about its text. */
export interface OdfStyles {
  /** whether the sheets or slides of a style are not shown */
  isHidden(style: string): boolean
  /** whether a level of a list has numbers, not bullets; levels count from 1 */
  isNumbered(list: string, level: number): boolean
}

/** Returns the styles of a file. `sources`: the XML of the parts that contain styles */
export function odfStyles(...sources: readonly string[]): OdfStyles {
  const hidden = new Set<string>()
  const numbered = new Set<string>()
  for (const xml of sources) {
    let [style, list] = ['', '']
    forEachElement(xml, (name, attributes) => {
      if (name === 'style:style') style = attributes.get('style:name') ?? ''
      else if (name === 'text:list-style') list = attributes.get('style:name') ?? ''
      else if (name === 'style:table-properties' && attributes.get('table:display') === 'false')
        hidden.add(style)
      else if (
        name === 'style:drawing-page-properties' &&
        attributes.get('presentation:visibility') === 'hidden'
      )
        hidden.add(style)
      else if (name === 'text:list-level-style-number' && attributes.get('style:num-format') !== '')
        numbered.add(`${list} ${attributes.get('text:level') ?? '1'}`)
    })
  }
  return {
    isHidden: (style) => hidden.has(style),
    isNumbered: (name, level) => numbered.has(`${name} ${level}`),
  }
}
