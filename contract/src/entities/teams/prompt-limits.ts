// No zod here: the web client reads these.

export const MAX_PROMPT_TITLE_LENGTH = 100
export const MAX_PROMPT_LENGTH = 8_000
/** Maximum number of prompts per user or organization. */
export const MAX_PROMPTS = 500

/** Matches a variable of a prompt, `{{name}}`: letters, digits, spaces, - and _. */
const VARIABLE = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,49}?)\s*\}\}/gu

/** Returns the distinct variable names of a prompt in order of appearance. */
export const variablesOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(VARIABLE), ([, name = '']) => name)),
]

/** Returns the prompt with its variables replaced; variables without a value are unchanged. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  )
