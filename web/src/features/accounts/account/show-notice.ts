/** Shows a notice about a result. */
export type ShowNotice = (notice: { readonly type: 'success' | 'error'; readonly title: string }) => void
