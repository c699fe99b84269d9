interface Product {
  readonly holder: string
  readonly year: number
  /** URL of the source code; without one there is no link to it */
  readonly sourceUrl: string | undefined
  /** URL for contacting the host of this server */
  readonly contactUrl: string | undefined
}

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="vee:${name}"]`)?.content

/**
 * Product information in the footer and the about page. The server writes SOURCE_URL and CONTACT_URL into the
 * page.
 */
export const PRODUCT: Product = {
  holder: 'Vee',
  year: new Date().getFullYear(),
  sourceUrl: metaOf('source'),
  contactUrl: metaOf('contact'),
}
