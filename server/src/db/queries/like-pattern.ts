/**
 * Returns a pattern for LIKE that matches the text literally at any position; to be used with `escape '\'`.
 */
export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
