/** the browser's database of utterances */
export const UTTERANCES = 'vee-utterances'

/** False where the browser is sure that no utterance was ever stored. Older ones cannot tell. */
export async function mayHaveStoredUtterances(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === UTTERANCES)
  } catch {
    return true
  }
}
