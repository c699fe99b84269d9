/** What the footer and the page about Vee say about who makes it. */
export const PRODUCT = {
  holder: 'Vee',
  year: new Date().getFullYear(),
  sourceUrl: 'https://github.com/vee/vee',
} as const
