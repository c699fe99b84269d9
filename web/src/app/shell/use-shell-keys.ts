import { useLayoutEffect } from 'react'
import { useRuntime } from '../runtime-context.ts'
import { registerGlobalKeys, takeHeldKeys } from './held-keys.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Keyboard shortcuts on every screen: Ctrl or Cmd with K for the commands, ? for all keys. */
export function useShellKeys(): void {
  const { shell } = useRuntime()
  // A layout effect, because users may press keys as soon as the page is painted; an ordinary effect runs
  // much later on a busy machine.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (shell.page.store.getState().modals.some(({ id }) => id === 'command-palette')) return
        registerGlobalKeys(() => shell.page.closeModal('command-palette'))
        // If it was closed before its field was mounted, it stops buffering.
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
