let typed = ''
let holding: AbortController | undefined

/**
 * Keeps what is typed from now on for a field whose code is still on its way, so that nobody has to wait for it; the page
 * below hears none of it. `onEscape` ends the wish.
 */
export function holdKeys(onEscape: () => void): void {
  takeHeldKeys()
  function onKeyDown(event: KeyboardEvent): void {
    // The browser's own keys, as to load the page anew.
    if (event.ctrlKey || event.metaKey || /^F\d/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Backspace') typed = Array.from(typed).slice(0, -1).join('')
    else if (Array.from(event.key).length === 1) typed += event.key
  }
  holding = new AbortController()
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: holding.signal })
}

/** Gives what was typed meanwhile, once, and holds no more. */
export function takeHeldKeys(): string {
  holding?.abort()
  const held = typed
  typed = ''
  return held
}
