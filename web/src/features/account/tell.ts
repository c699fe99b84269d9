/** Shows a notice about a result. */
export type Tell = (notice: { readonly type: 'success' | 'error'; readonly title: string }) => void
