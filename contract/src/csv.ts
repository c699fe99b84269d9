/** Begins a UTF-8 file that a spreadsheet opens. */
export const BYTE_ORDER_MARK = '\u{feff}'

/**
 * A line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front: names and
 * addresses come from anybody.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
