/** A pattern for LIKE that finds the text anywhere, to the letter; to be used with `escape '\'`. */
export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
