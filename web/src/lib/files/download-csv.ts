import { downloadText } from './download-text.ts'

/** Saves a CSV response as a file. */
export async function downloadCsv(name: string, answer: Promise<Response>): Promise<void> {
  downloadText(name, await (await answer).text(), 'text/csv')
}
