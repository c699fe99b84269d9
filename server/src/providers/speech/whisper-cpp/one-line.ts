/**
 * Joins the lines that whisper.cpp writes for segments, each of which starts with a space in languages that
 * use them.
 */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .join('')
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ')
