/**
 * For each character of a rendered text, the offset in the Markdown source that it came from: the source holds the
 * same characters in the same order, with markers, escapes, entities and indentation between them. The result has one
 * more entry, for the end. Offsets are UTF-16 code units.
 */
export function alignText(source: string, rendered: string): readonly number[] {
  const offsets: number[] = []
  let at = 0
  for (let index = 0; index < rendered.length; index += 1) {
    const char = rendered[index] ?? ''
    const found = source.indexOf(char, at)
    const entity = /^&[#\w]{1,32};/.exec(source.slice(at, at + 34))
    if (entity && source[at] !== char) {
      offsets.push(at)
      at += entity[0].length
    } else if (found === -1) {
      offsets.push(at)
    } else {
      offsets.push(found)
      at = found + 1
    }
  }
  offsets.push(at)
  return offsets
}
