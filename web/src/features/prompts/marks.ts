/** What stands around a variable, for texts that speak of it. */
export const MARKS = { open: '{{', close: '}}' } as const
