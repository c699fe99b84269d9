/** Splits a text into lines, from chunks of any size. */
export interface LineSplitter {
  /** Returns the lines that this chunk completes, without line breaks. */
  push(piece: string): readonly string[]
  /** Returns the remaining text after the last chunk; it counts as a line too. */
  rest(): string
}

export function createLineSplitter(): LineSplitter {
  let rest = ''
  return {
    push(piece) {
      const lines: string[] = []
      let start = 0
      for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
        lines.push(withoutReturn(rest + piece.slice(start, end)))
        rest = ''
        start = end + 1
      }
      rest += piece.slice(start)
      return lines
    },
    rest: () => withoutReturn(rest),
  }
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
