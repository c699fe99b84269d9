/** Says how something went. */
export type Tell = (notice: { readonly type: 'success' | 'error'; readonly title: string }) => void
