/**
 * Returns a function for the display name of a language tag, in `language`. It returns the tag itself if it
 * is not well-formed: some voices and speech services report such tags, and `Intl.DisplayNames#of` throws a
 * RangeError for them.
 */
export function languageNames(language: string): (tag: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (tag) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  }
}
