interface Product {
  readonly holder: string
  readonly year: number
  /** where the source code lies; without one there is no link to it */
  readonly sourceUrl: string | undefined
}

/** What the footer and the page about Vee say about who makes it. The server writes its host's SOURCE_URL into the page. */
export const PRODUCT: Product = {
  holder: 'Vee',
  year: new Date().getFullYear(),
  sourceUrl: document.querySelector<HTMLMetaElement>('meta[name="vee:source"]')?.content,
}
