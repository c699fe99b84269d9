import { useLayoutEffect } from 'react'
import { useRuntime } from '../runtime-context.ts'
import { holdKeys, takeHeldKeys } from './held-keys.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** The keys that work on every screen: Ctrl or Cmd with K for the commands, ? for all keys. */
export function useShellKeys(): void {
  const { shell } = useRuntime()
  // Whoever sees the page may press: an ordinary effect comes after the page is painted, on a busy machine long after.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (shell.page.store.getState().modals.some(({ id }) => id === 'command-palette')) return
        holdKeys(() => shell.page.closeModal('command-palette'))
        // Closed before its field was there, it holds no more.
        shell.page.openModal({ id: 'command-palette', onClose: takeHeldKeys })
        return
      }
      const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null
      if (event.key === '?' && !isTyping) {
        event.preventDefault()
        shell.page.openModal({ id: 'keyboard-help' })
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shell])
}
