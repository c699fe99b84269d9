// No zod here: the web client reads these.

export const PROMPT_TITLE_MAX_LENGTH = 100
export const PROMPT_MAX_LENGTH = 8_000
/** Prompts that one person, or one organization, may keep. */
export const PROMPTS_MAX = 500

/** What stands in a prompt for something that is filled in when it is used: `{{name}}`, of letters, digits, spaces, - and _. */
const VARIABLE = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,49}?)\s*\}\}/gu

/** The names of a prompt's variables, each once, in the order in which they come. */
export const variablesOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(VARIABLE), ([, name = '']) => name)),
]

/** The prompt with what was filled in; what was not stays as it is. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
