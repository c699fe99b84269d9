import { downloadText } from './download-text.ts'

/** Hands a CSV answer to the browser as a file. */
export async function downloadCsv(name: string, answer: Promise<Response>): Promise<void> {
  downloadText(name, await (await answer).text(), 'text/csv')
}
