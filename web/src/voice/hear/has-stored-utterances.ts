/** name of the database of utterances */
export const UTTERANCES = 'vee-utterances'

/** Returns false if the browser is certain that no utterance was ever stored. Older browsers cannot know. */
export async function mayHaveStoredUtterances(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === UTTERANCES)
  } catch {
    return true
  }
}
