/** Key code of a key that belongs to a composition (UI Events, section "keyCode and composition"). */
const COMPOSITION_KEY_CODE = 229

/**
 * Returns true for a key that belongs to a composition (Japanese, Chinese, Korean), in which Enter, Escape and the
 * arrows choose candidates. Safari sends the Enter that ends a composition after `compositionend`: only its key code
 * tells it from the next one (WebKit bug 165004).
 */
export const isComposing = ({ isComposing: isWithin, keyCode }: KeyboardEvent): boolean =>
  isWithin || keyCode === COMPOSITION_KEY_CODE
