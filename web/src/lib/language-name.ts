/** What languages are called in that language; a tag that is none, as some browsers' voices have, is its own name. */
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
