/** What the browser does with a file before the server has its text. */
export type ReadingStep =
  | { readonly kind: 'reading'; readonly pages?: { readonly done: number; readonly total: number } }
  | { readonly kind: 'uploading'; /** 0..1 */ readonly uploaded: number }

/** Reads the text of files in the browser and uploads both. */
export interface KnowledgeFileReader {
  /** types that the file chooser shows first, as in HTML */
  readonly accept: string
  /** Resolves with the id of the attachment. Rejects with an error whose message is for people, in the language of the page. */
  read(file: File, onStep: (step: ReadingStep) => void): Promise<string>
}
