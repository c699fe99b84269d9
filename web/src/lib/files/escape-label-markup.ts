/** A tag, a comment or a declaration, as HTML's parser begins them; `<<choice>>` is Mermaid's own. */
const TAG = /<<[\w ]{1,40}>>|<(?=[a-z/!?])/gi
/** Breaks the line of a label. */
const BREAK = /^<br ?\/?>/i
/** The same character as HTML writes it, or as Mermaid does; `fill:#060;` is a colour. */
const WRITTEN = /&(?:lt|#0{0,8}60|#x0{0,8}3c);?|(?<!(?:fill|stroke|color) ?: ?)#(?:lt|0{0,8}60|x0{0,8}3c);/gi

/**
 * Returns Mermaid's source without tags in its labels, in Mermaid's own way to write `<`. Mermaid puts labels into
 * elements of the page, where a handler would be created although its sanitizer removes it later. Line breaks stay.
 */
export const escapeLabelMarkup = (source: string): string =>
  source
    .replaceAll(WRITTEN, '<')
    .replaceAll(TAG, (tag, index: number, label: string) =>
      tag.length > 1 || BREAK.test(label.slice(index, index + 6)) ? tag : '#lt;',
    )
