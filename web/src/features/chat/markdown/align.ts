/**
 * Returns, for each character of a rendered text, its offset in the Markdown source: the source contains the
 * same characters in the same order, with markers, escapes, entities and indentation between them. The result
 * has one more entry, for the end. Offsets are UTF-16 code units.
 * A rendered line break matches a break of the source only where nothing but markers precedes that one: the
 * rendering adds breaks between the items of a list or the cells of a table, and a search for those would
 * skip the text after them.
 */
export function alignText(source: string, rendered: string): readonly number[] {
  const offsets: number[] = []
  let offset = 0
  for (let index = 0; index < rendered.length; index += 1) {
    const char = rendered[index] ?? ''
    if (char === '\n' && !isBreakNext(source, offset)) {
      offsets.push(offset)
      continue
    }
    const foundAt = source.indexOf(char, offset)
    const entity = /^&[#\w]{1,32};/.exec(source.slice(offset, offset + 34))
    if (entity && source[offset] !== char) {
      offsets.push(offset)
      offset += entity[0].length
    } else if (foundAt === -1) {
      offsets.push(offset)
    } else {
      offsets.push(foundAt)
      offset = foundAt + 1
    }
  }
  offsets.push(offset)
  return offsets
}

function isBreakNext(source: string, offset: number): boolean {
  const end = source.indexOf('\n', offset)
  return end !== -1 && !/[\p{L}\p{N}]/u.test(source.slice(offset, end))
}
