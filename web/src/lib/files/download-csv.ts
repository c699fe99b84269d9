import { downloadText } from './download-text.ts'

/** Saves a CSV response as a file. */
export async function downloadCsv(name: string, response: Promise<Response>): Promise<void> {
  downloadText(name, await (await response).text(), 'text/csv')
}
