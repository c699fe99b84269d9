/** Marks the beginning of a UTF-8 file for spreadsheets. */
export const BYTE_ORDER_MARK = '\u{feff}'

/**
 * Returns one line of CSV (RFC 4180). Prefixes cells that a spreadsheet would interpret as a formula with an
 * apostrophe, because names and addresses are untrusted input.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
