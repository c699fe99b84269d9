import type { DocumentPoint, MeetingDocument } from '@vee/contract/meetings/document'
import { CheckBox, Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'

/**
 * Returns a Word document with Word's own styles, so that users can restyle it. Each meeting begins on a new
 * page.
 */
export function writeDocx(meetings: readonly MeetingDocument[]): Promise<Blob> {
  const document = new Document({
    title: meetings.length === 1 ? (meetings[0]?.title ?? '') : '',
    creator: 'Vee',
    sections: [{ children: meetings.flatMap((meeting, index) => paragraphsOf(meeting, index > 0)) }],
  })
  return Packer.toBlob(document)
}

function paragraphsOf({ title, date, sections }: MeetingDocument, isOnNewPage: boolean): Paragraph[] {
  return [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_1, pageBreakBefore: isOnNewPage }),
    new Paragraph({ text: date }),
    ...sections.flatMap(({ title: heading, paragraphs, points }) => [
      new Paragraph({ text: heading, heading: HeadingLevel.HEADING_2 }),
      ...paragraphs.map((text) => new Paragraph({ text })),
      ...points.flatMap(pointParagraphs),
    ]),
  ]
}

function pointParagraphs({ text, note, quotes, isDone }: DocumentPoint): Paragraph[] {
  const words = [
    new TextRun(text),
    ...(note === '' ? [] : [new TextRun({ text: ` (${note})`, italics: true })]),
  ]
  return [
    isDone === undefined
      ? new Paragraph({ bullet: { level: 0 }, children: words })
      : new Paragraph({ children: [new CheckBox({ checked: isDone }), new TextRun(' '), ...words] }),
    ...quotes.map(
      (quote) =>
        new Paragraph({
          indent: { left: 720 },
          children: [new TextRun({ text: `“${quote}”`, italics: true })],
        }),
    ),
  ]
}
