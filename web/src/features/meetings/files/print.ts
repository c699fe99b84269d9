import type { DocumentPoint, MeetingDocument } from '@vee/contract/meetings/document'

/** Black on white, in the reader's fonts: printing does not use the theme. */
const STYLE = `
  @page { margin: 20mm 18mm }
  body { margin: 0; font: 11pt/1.5 system-ui, sans-serif; color: #000; background: #fff; overflow-wrap: anywhere }
  article + article { break-before: page }
  h1 { font-size: 20pt; line-height: 1.2; margin: 0 }
  h2 { font-size: 13pt; margin: 16pt 0 4pt; break-after: avoid }
  p, ul { margin: 4pt 0 }
  ul { padding-inline-start: 16pt }
  li { break-inside: avoid }
  blockquote { margin: 2pt 0 2pt 8pt; padding-inline-start: 8pt; border-inline-start: 2pt solid #999; color: #444 }`

/** How long the printed frame is retained in ms: a print dialog on a phone reports no end. */
const KEEP_MS = 60_000

/**
 * Opens the browser's print dialog, which writes PDF: it has fonts for every script, which no PDF library of
 * acceptable size has (decision 0020).
 */
export function printMeetings(meetings: readonly MeetingDocument[], language: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = meetings[0]?.title ?? ''
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) return frame.remove()
  fillPage(page, meetings, language)
  view.addEventListener('afterprint', () => frame.remove())
  setTimeout(() => frame.remove(), KEEP_MS)
  view.focus()
  view.print()
}

/** Only text nodes: user content is never markup. */
function fillPage(page: Document, meetings: readonly MeetingDocument[], language: string): void {
  page.documentElement.lang = language
  // The dialog suggests this as the file name.
  page.title = meetings.length === 1 ? (meetings[0]?.title ?? '') : ''
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.append(style)
  const make = (tag: string, text: string, ...children: readonly Node[]) => {
    const element = page.createElement(tag)
    element.dir = 'auto'
    element.append(text, ...children)
    return element
  }
  const pointOf = ({ text, note, quotes, isDone }: DocumentPoint) => {
    const box = isDone === undefined ? '' : isDone ? '☑ ' : '☐ '
    return make(
      'li',
      `${box}${text}${note === '' ? '' : ` (${note})`}`,
      ...quotes.map((quote) => make('blockquote', quote)),
    )
  }
  for (const { title, date, sections } of meetings) {
    const parts = sections.flatMap(({ title: heading, paragraphs, points }) => [
      make('h2', heading),
      ...paragraphs.map((text) => make('p', text)),
      ...(points.length > 0 ? [make('ul', '', ...points.map(pointOf))] : []),
    ])
    page.body.append(make('article', '', make('h1', title), make('p', date), ...parts))
  }
}
