import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { test } from '../talk/talk-page.ts'
import { expect, type Page } from '../test.ts'
import { meetingEar, SENTENCES } from '../meeting-ear.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

declare global {
  interface Window {
    /** the content passed to the print dialog */
    veePrinted: string | undefined
  }
}

/** Returns the text of a PDF, as extracted by another program. */
async function wordsOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return texts.join('\n')
}

/** The browser's own dialog cannot be automated, so its page is captured and printed here. */
async function printed(page: Page, choose: () => Promise<void>): Promise<Buffer> {
  await choose()
  await page.waitForFunction(() => window.veePrinted !== undefined)
  const html = await page.evaluate(() => window.veePrinted ?? '')
  const paper = await page.context().newPage()
  await paper.setContent(html)
  const pdf = await paper.pdf()
  await paper.close()
  return pdf
}

const TASKS = {
  version: 1,
  meetings: ['Harbour', '会議'].map((title, index) => ({
    id: `meeting-${index}`,
    title,
    tags: index === 0 ? ['Plan'] : [],
    transcript: 'Ann: We buy the boat.\nمرحبا بالعالم',
    actionItems: [
      {
        id: 'a',
        text: `Call ${title}`,
        dueDate: `2026-03-0${2 - index}`,
        assignee: 'Bob',
        done: false,
        evidence: [],
        origin: 'own',
      },
    ],
    openActionItemCount: 1,
    meetingDate: `2026-03-0${index + 1}`,
  })),
}

test('meetings are imported from files, edited in bulk, and exported as Word and PDF', async ({
  page,
  upstream,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      if (window.top) window.top.veePrinted = document.documentElement.outerHTML
    }
  })
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  const files = meetings.getByLabel('Import', { exact: true })
  const ours = { name: 'ours.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(TASKS)) }
  await files.setInputFiles(ours)
  await expect(meetings).toContainText('2 meetings added')
  await files.setInputFiles(ours)
  await expect(meetings).toContainText('0 meetings added')
  const list = meetings.getByRole('list', { name: 'Meetings' })
  await expect(list.getByRole('listitem')).toHaveCount(2)

  // Open action items of both are listed, the earlier due date first.
  await meetings.getByRole('button', { name: 'Open action items' }).click()
  const items = meetings.getByRole('list', { name: 'Open action items' }).getByRole('listitem')
  await expect(items.first()).toContainText('Call 会議')
  await items.first().getByRole('checkbox').check()
  await meetings.getByRole('button', { name: 'All meetings' }).click()
  await expect(list.getByText('1 open action item')).toHaveCount(1)

  await meetings.getByText('Filters and sorting').click()
  await meetings.getByRole('combobox', { name: 'Tag' }).selectOption('Plan')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await meetings.getByRole('combobox', { name: 'Tag' }).selectOption('')
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await meetings.getByRole('button', { name: 'Select' }).click()
  await meetings.getByRole('button', { name: 'Select all shown' }).click()
  const bar = meetings.getByRole('toolbar')
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word document' }).click()
  const { value } = await mammoth.extractRawText({ path: await (await download).path() })
  expect(value).toContain('Call Harbour (Owner: Bob; Due: March 2, 2026)')
  expect(value).toContain('مرحبا بالعالم')
  expect(value).toContain('Call 会議')

  const pdf = await printed(page, async () => {
    await bar.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'PDF' }).click()
  })
  // A machine may lack fonts for some scripts, whose text is then missing in the PDF.
  const words = await wordsOf(pdf)
  expect(words).toContain('Harbour')
  expect(words).toContain('Ann: We buy the boat.')

  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(meetings).toContainText('2 meetings deleted')
  await expect(list).toHaveCount(0)
  await meetings.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  // A sound file is transcribed like a recording: complete, in order, and without guessed speakers.
  const ear = meetingEar()
  upstream.scriptOnly('transcription', (request) => ear.listen(request))
  await files.setInputFiles({
    name: 'Harbour talk.wav',
    mimeType: 'audio/wav',
    buffer: await readFile(join(import.meta.dirname, '../audio/meeting.wav')),
  })
  await expect(meetings.getByLabel('Title')).toHaveValue('Harbour talk')
  const transcript = meetings.getByRole('list', { name: 'Transcript' })
  await expect(transcript).toContainText('Let us meet again next week.')
  const said = (await transcript.getByRole('listitem').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ')
  expect(SENTENCES.map(({ text }) => text).toSorted((a, b) => said.indexOf(a) - said.indexOf(b))).toEqual(
    SENTENCES.map(({ text }) => text),
  )
  expect(SENTENCES.filter(({ text }) => !said.includes(text))).toEqual([])
  await meetings.getByText('1 speaker').click()
  await meetings.getByRole('combobox', { name: /^Unknown, \d/ }).fill('Ann')
  await meetings.getByRole('button', { name: 'Rename' }).click()
  await expect(transcript).toContainText('Ann')
  await meetings.getByRole('button', { name: 'Export', exact: true }).click()
  const subtitles = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Subtitles (WebVTT)' }).click()
  expect(await textOf(await subtitles)).toMatch(/00:00:0\d\.\d{3} --> .+\n<v Ann>Good morning\./)
})
