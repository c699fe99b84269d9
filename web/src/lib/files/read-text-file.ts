import { type DecodedText, decodeText } from './decode-text.ts'

/**
 * Reads a text file of any encoding.
 * @param encoding the one that the user chose; guessed without it
 */
export const readTextFile = async (file: Blob, encoding?: string): Promise<DecodedText> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), { encoding })
