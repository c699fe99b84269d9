/** The marks around a variable, for texts that explain them. */
export const MARKS = { open: '{{', close: '}}' } as const
