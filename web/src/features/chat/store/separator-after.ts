/** Returns what separates a draft from words that are added to it. */
export const separatorAfter = (draft: string): string => (draft === '' || /\s$/.test(draft) ? '' : ' ')
