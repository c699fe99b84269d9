const SCHEME = /^https?:\/\//
/** Matches text before an address that makes it part of a longer one. */
const CONTINUES_BEFORE = /[\w.@%/=&?-]$/
/**
 * Matches text after an address that makes it part of a longer one. A full stop or a comma at the end of a
 * sentence does not.
 */
const CONTINUES_AFTER = /^(?:[\w/?#&=%~+@$*-]|[.:;,!'](?=[\w/?#&=%]))/

/**
 * True if the text contains the whole web address, with or without its scheme, and not as the beginning of a
 * longer one.
 */
export function standsIn(text: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const words = text.toLowerCase()
  const spellings = [address.trim(), new URL(address).href].flatMap((spelling) => {
    const bare = spelling.toLowerCase().replace(SCHEME, '')
    return bare.endsWith('/') ? [bare, bare.slice(0, -1)] : [bare, `${bare}/`]
  })
  return spellings.some((spelling) => occursWhole(words, spelling))
}

function occursWhole(words: string, address: string): boolean {
  for (let at = words.indexOf(address); at !== -1; at = words.indexOf(address, at + 1)) {
    const before = words.slice(Math.max(0, at - 8), at).replace(/https?:\/\/$/, '')
    const after = words.slice(at + address.length, at + address.length + 2)
    if (!CONTINUES_BEFORE.test(before) && !CONTINUES_AFTER.test(after)) return true
  }
  return false
}
