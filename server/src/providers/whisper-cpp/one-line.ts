/** Joins the lines that whisper.cpp makes of segments, each of which begins with a space where its language has them. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .join('')
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ')
