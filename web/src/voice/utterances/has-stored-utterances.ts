/** name of the database of utterances */
export const UTTERANCES = 'vee-utterances'

/** Returns false if the browser is certain that there is no such database. Older browsers cannot know. */
export async function mayHaveDatabase(isIt: (name: string) => boolean): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name = '' }) => isIt(name))
  } catch {
    return true
  }
}

/** Returns false if no utterance was ever stored. */
export const mayHaveStoredUtterances = () => mayHaveDatabase((name) => name === UTTERANCES)
