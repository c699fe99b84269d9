/**
 * Returns how many of the first rows have at most `maxBytes` together, so that a page can be read by its sizes; at
 * least one, if there is one.
 */
export function countThatFits(sizes: readonly { readonly bytes: number }[], maxBytes: number): number {
  let sum = 0
  const over = sizes.findIndex(({ bytes }, index) => (sum += bytes) > maxBytes && index > 0)
  return over === -1 ? sizes.length : over
}
