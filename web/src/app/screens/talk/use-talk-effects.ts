import { useEffect } from 'react'
import { type Composer, fetchConversation } from '#features/chat/index.ts'
import { useRuntime } from '../../runtime-context.ts'

/** True where a keyboard is likely, and a focus opens none on the screen. */
const hasFinePointer = matchMedia('(hover: hover) and (pointer: fine)')

/** Moves the focus to the message field when the page is loaded, unless the user has moved it meanwhile. */
export function useFocusAtLoad(composer: Pick<Composer, 'focus'>): void {
  useEffect(() => {
    if (hasFinePointer.matches && document.activeElement === document.body) composer.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only at the first render
  }, [])
}

/** Loads what the first reply needs, once the user types or talks. */
export function usePreload(isEngaged: boolean): void {
  const { dependencies } = useRuntime()
  useEffect(() => {
    // Offline, the conversation itself shows a notice when it is opened.
    if (!isEngaged) return
    const conversation = fetchConversation().then(({ fetchMarkdown }) => fetchMarkdown())
    Promise.all([conversation, dependencies.transport.load()]).catch(() => {})
  }, [isEngaged, dependencies])
}
