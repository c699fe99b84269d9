let typed = ''
let holding: AbortController | undefined

/**
 * Buffers typed text for a field whose code is still loading, so that the user does not have to wait; the
 * page below does not receive it. `onEscape` cancels.
 */
export function registerGlobalKeys(onEscape: () => void): void {
  takeHeldKeys()
  function onKeyDown(event: KeyboardEvent): void {
    // The browser's own shortcuts, such as reload.
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

/** Returns the buffered text once, and stops buffering. */
export function takeHeldKeys(): string {
  holding?.abort()
  const held = typed
  typed = ''
  return held
}
