/** An image alone, as browsers put one that was copied on a page: nothing else of the HTML is visible. */
function isImageOnly(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelector('img') !== null && (body.textContent ?? '').trim() === ''
}

/**
 * Returns the files of a paste that are attached; none if its text is to be inserted. Office programs add a picture of
 * the cells or words that were copied, and browsers add HTML to a picture: text wins where there is some.
 */
export function pastedFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files]
  const html = data.getData('text/html')
  const hasText = data.getData('text/plain').trim() !== '' && !(html !== '' && isImageOnly(html))
  const isAllPictures = files.every(({ type }) => type.startsWith('image/'))
  // A file manager adds the names of copied files as text.
  return hasText && isAllPictures && html !== '' ? [] : files
}
