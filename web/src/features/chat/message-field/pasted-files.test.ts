// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const report = new File(['x'], 'report.pdf', { type: 'application/pdf' })

function clipboard(texts: Readonly<Record<string, string>>, files: readonly File[]): DataTransfer {
  const data = new DataTransfer()
  for (const [type, text] of Object.entries(texts)) data.setData(type, text)
  for (const file of files) data.items.add(file)
  return data
}

const TABLE = '<table><tr><td>Tea</td><td>3.50</td></tr></table>'

it.each([
  ['cells of Excel or Numbers', { 'text/plain': 'Tea\t3.50', 'text/html': TABLE }, [picture], []],
  ['words of Word or OneNote', { 'text/plain': 'Tea', 'text/html': '<p>Tea</p>' }, [picture], []],
  [
    'words with a picture among them',
    { 'text/plain': 'Tea', 'text/html': '<p>Tea <img src="x"></p>' },
    [picture],
    [],
  ],
  ['a screenshot', {}, [picture], [picture]],
  [
    'a picture of a page',
    { 'text/html': '<meta charset="utf-8"><img src="https://example.org/x.png">' },
    [picture],
    [picture],
  ],
  [
    'a picture of a page with its address as text',
    { 'text/plain': 'https://example.org/x.png', 'text/html': '<a href="x"><img src="x" alt="Tea"></a>' },
    [picture],
    [picture],
  ],
  ['a file of a file manager with its name as text', { 'text/plain': 'image.png' }, [picture], [picture]],
  [
    'a document with its name',
    { 'text/plain': 'report.pdf', 'text/html': '<p>report.pdf</p>' },
    [report],
    [report],
  ],
  ['text alone', { 'text/plain': 'Tea' }, [], []],
] as const)('%s', (_, texts, files, attached) => {
  expect(pastedFiles(clipboard(texts, files))).toEqual(attached)
})
