import { BYTE_ORDER_MARK } from '@vee/contract/csv'

/** Saves a blob as a file. */
export function downloadBlob(fileName: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  downloadAddress(fileName, address)
  // After the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Saves what an object URL addresses as a file. */
export function downloadAddress(fileName: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

/** Saves a text as a file. */
export function downloadText(fileName: string, text: string, type = 'text/plain'): void {
  // Reading a response as text drops the byte order mark.
  const needsMark = type === 'text/csv' && !text.startsWith(BYTE_ORDER_MARK)
  const parts = needsMark ? [BYTE_ORDER_MARK, text] : [text]
  downloadBlob(fileName, new Blob(parts, { type: `${type};charset=utf-8` }))
}
