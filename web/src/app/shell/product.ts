interface Product {
  readonly holder: string
  readonly year: number
  /** where the source code lies; without one there is no link to it */
  readonly sourceUrl: string | undefined
  /** how people reach the host of this server */
  readonly contactUrl: string | undefined
}

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="vee:${name}"]`)?.content

/** What the footer and the page about Vee say about who makes it. The server writes SOURCE_URL and CONTACT_URL into the page. */
export const PRODUCT: Product = {
  holder: 'Vee',
  year: new Date().getFullYear(),
  sourceUrl: metaOf('source'),
  contactUrl: metaOf('contact'),
}
