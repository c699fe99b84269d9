import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { openAgent } from '../agents/agent-page.ts'
import { ask, documentsIn, type DroppedFile, dropFiles, openQuietChat } from '../files/attach.ts'
import { expect, microphone, test } from '../test.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

// Files of public reports (README.md beside this file), as a model receives them.

const INPUTS = join(import.meta.dirname, 'inputs')
const input = async (name: string): Promise<DroppedFile> => ({
  name,
  bytes: await readFile(join(INPUTS, name)),
})
const inputs = (names: readonly string[]) => Promise.all(names.map(input))

/** Attaches the files, asks, and returns the documents that the model received by their names. */
async function documentsFor(page: Page, upstream: Upstream, names: readonly string[]) {
  await openQuietChat(page)
  await dropFiles(page, await inputs(names))
  const documents = documentsIn(await ask(page, upstream, `Read ${names[0]}`))
  return Object.fromEntries(names.map((name, index) => [name, documents[index]]))
}

test('X14 and X15: workbooks have their dates, times, shares and booleans as shown, and no readings', async ({
  page,
  upstream,
}) => {
  const names = ['x14-dates.xlsx', 'x14b-dates-1904.xlsx', 'x15-furigana.xlsx']
  expect(await documentsFor(page, upstream, names)).toEqual({
    'x14-dates.xlsx':
      '## Plan\n\tA\tB\tC\tD\tE\tF\tG\tH\tI\n1\tTask\tDue\tMeeting\tSigned\tShare\tStarts\tHours\tPaid\tPrice\n' +
      '2\tContract\t2026-07-02\t2026-07-02 14:30\t2026-07-03\t12.50%\t9:30\t36:30\tTRUE\t1,234.50 EUR',
    'x14b-dates-1904.xlsx': '## Mac\n\tA\tB\n1\tDue\t2026-07-02',
    'x15-furigana.xlsx': '## 名簿\n\tA\tB\n1\t都市\t人数\n2\t東京都\t3',
  })
})

test('X17 and X18: slides as shown with notes; documents as accepted with comments and notes', async ({
  page,
  upstream,
}) => {
  const names = [
    'x17-moved-slides.pptx',
    'x18-moved.docx',
    'x18-comment.docx',
    'x18-textbox.docx',
    'x18-document2.docx',
    'x18-hyphen.docx',
    'x18-tracked.docx',
    'x18g-tracked.odt',
    'x18h-letter.rtf',
  ]
  expect(await documentsFor(page, upstream, names)).toEqual({
    'x17-moved-slides.pptx':
      '## 1\nShown first: the summary\n\nNotes:\nSay thanks to Ann before you begin\n\n## 2\nShown second: the problem\n\n## 3\nShown third: the price',
    'x18-moved.docx': 'First paragraph.\n\nSecond paragraph.\nThe notice period is three months.',
    'x18-comment.docx':
      'Delivery in May. Prices without VAT[1].\n\n[1] VAT is 19 percent in this case.\n\nComments:\n- Ann (Delivery in May.): We cannot deliver before June!',
    'x18-textbox.docx': 'Total due: 480 euros\nKind regards',
    'x18-document2.docx': 'A letter whose main part has another name.',
    'x18-hyphen.docx': 'Flight LH\u2011454, 10\u201112 May, x = a+b',
    'x18-tracked.docx': 'The fee is 700 euros a month.',
    'x18g-tracked.odt': 'The fee is 700.\nName:    Ann[1] end.\n\n[1] VAT included.',
    'x18h-letter.rtf': 'Dear Ann,\nThe meeting is on Friday at the Müller office. € 500.',
  })
})

test('X19: texts of other languages are read, the encoding is shown and can be changed', async ({
  page,
  upstream,
}) => {
  const names = ['x19-gbk.csv', 'x19-sjis.csv', 'x19-euckr.csv', 'x19-cp1251.csv', 'x19-greek.txt']
  await openQuietChat(page)
  const rows = await dropFiles(page, await inputs(names))
  const encodings = rows.getByRole('combobox')
  await expect(encodings).toHaveCount(names.length)
  expect(await encodings.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual([
    'gb18030',
    'shift_jis',
    'euc-kr',
    'windows-1251',
    'windows-1253',
  ])
  const cyrillic = page.getByRole('combobox', { name: 'Text encoding of x19-cp1251.csv' })
  await cyrillic.selectOption('koi8-r')
  await expect(cyrillic).toBeEnabled()
  await expect(cyrillic).toHaveValue('koi8-r')
  const documents = documentsIn(await ask(page, upstream, 'Read the tables')).map((text) => text?.trim())
  expect(documents).toEqual([
    '城市,人口\n北京,2189\n上海,2487',
    '都市,人口\n東京,1396\n大阪,880',
    '도시,인구\n서울,942\n부산,329',
    expect.stringContaining('13010'),
    'Καλημέρα κόσμε, η συνάντηση είναι την Τρίτη.',
  ])
  expect(documents[3]).not.toContain('Москва')
  await page.getByRole('button', { name: 'Open x19-cp1251.csv' }).click()
  const viewer = page.getByRole('dialog', { name: 'x19-cp1251.csv' })
  await viewer.getByRole('combobox', { name: 'Text encoding' }).selectOption('windows-1251')
  await expect(viewer.getByText('Москва;13010')).toBeVisible()
})

test('X20: PDFs with East Asian encodings have their text, and scans as JPEG 2000 are read by OCR', async ({
  page,
  upstream,
}) => {
  test.slow()
  const names = [
    'x20-90ms-rksj.pdf',
    'x20b-unijis-utf16.pdf',
    'x20c-gbk-euc.pdf',
    'x20d-ksc-uhc.pdf',
    'x20f-mixed.pdf',
    'x20e-scan-jpeg2000.pdf',
  ]
  const problems: string[] = []
  page.on('console', (message) => {
    if (/cMapUrl|wasmUrl|standardFontDataUrl|Content Security/.test(message.text()))
      problems.push(message.text())
  })
  const documents = await documentsFor(page, upstream, names)
  expect(documents).toEqual({
    'x20-90ms-rksj.pdf': '## Page 1\n請求書 合計 4,800円 (Invoice)',
    'x20b-unijis-utf16.pdf': '## Page 1\n議事録 次回は金曜日',
    'x20c-gbk-euc.pdf': '## Page 1\n合同总额 9600 元',
    'x20d-ksc-uhc.pdf': '## Page 1\n회의록 금요일',
    'x20f-mixed.pdf': '## Page 1\nInvoice 4711 for Ann\n合計 4,800円 支払期限 十二月末\nThank you',
    'x20e-scan-jpeg2000.pdf': expect.stringContaining('Total: 250 euros'),
  })
  expect(problems).toEqual([])
})

test('X20: a PDF whose character maps cannot be loaded fails, and can be tried again', async ({
  page,
  upstream,
}) => {
  await page.context().route('**/cmaps/**', (route) => route.abort(), { times: 1 })
  await openQuietChat(page)
  const rows = await dropFiles(page, await inputs(['x20f-mixed.pdf']))
  await expect(rows).toContainText('Could not be uploaded.')
  await rows.getByRole('button', { name: 'Try x20f-mixed.pdf again' }).click()
  await expect(rows.locator('[role=status]')).toHaveText('')
  expect(documentsIn(await ask(page, upstream, 'Read it'))).toEqual([
    '## Page 1\nInvoice 4711 for Ann\n合計 4,800円 支払期限 十二月末\nThank you',
  ])
})

test('X21: a HEIC photo is converted, and a damaged one is refused with a way out', async ({ page }) => {
  await openQuietChat(page)
  const rows = await dropFiles(page, [
    ...(await inputs(['photo.heic', 'x21-phone.heic'])),
    { name: 'old.xls', bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]) },
  ])
  await expect(rows.nth(0).locator('img')).toBeVisible()
  await expect(rows.nth(1)).toContainText('HEIC photo that cannot be opened here. Save it as JPEG')
  await expect(rows.nth(2)).toContainText('save it as .docx, .xlsx, .pptx or PDF')
})

test('X19: a transcript in Shift_JIS is imported, and its encoding can be changed', async ({ page }) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByLabel('Import', { exact: true }).setInputFiles(join(INPUTS, 'x19-sjis.srt'))
  await expect(meetings.getByText('会議を始めます')).toBeVisible()
  const encoding = meetings.getByRole('combobox', { name: 'Text encoding' })
  await expect(encoding).toHaveValue('shift_jis')
  await encoding.selectOption('windows-1252')
  await expect(meetings.getByText('会議を始めます')).toHaveCount(0)
  await encoding.selectOption('shift_jis')
  await expect(meetings.getByText('会議を始めます')).toBeVisible()
})
