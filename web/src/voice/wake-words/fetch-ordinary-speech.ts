import speechUrl from './ordinary-speech.bin?url'
import { decodeSpeech } from './ordinary-speech.ts'

/** Fetches the embeddings of ordinary speech (0.5 MB). Rejects with TypeError without a connection. */
export async function fetchOrdinarySpeech(): Promise<readonly Float32Array[]> {
  const response = await fetch(speechUrl)
  return decodeSpeech(new Int8Array(await response.arrayBuffer()))
}
