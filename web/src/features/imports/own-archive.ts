import { Unzip, UnzipInflate } from 'fflate'

/** Bytes within which the description of an archive is: it is its first file, and short. */
const HEAD_BYTES = 65_536

/** Returns whether a file is an archive of an account of Vee, which its server takes back as a whole. */
export async function isOwnArchive(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  let text = ''
  const decoder = new TextDecoder()
  const unzip = new Unzip((entry) => {
    if (entry.name !== 'manifest.json') return
    entry.ondata = (error, bytes) => {
      if (!error) text += decoder.decode(bytes, { stream: true })
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  try {
    unzip.push(head)
  } catch {
    // Damaged, or no zip.
  }
  return /"format":\s*"vee-archive"/.test(text)
}
