import { useEffect } from 'react'
import type { VoiceSession } from '#voice/index.ts'
import { ageOf } from './age-of.ts'
import { isComposing } from '#lib/is-composing.ts'

export interface VoiceKeys {
  readonly onFocusField: () => void
  readonly onToggleMute: () => void
  /** false without a microphone: Space is then an ordinary key */
  readonly hasMicrophone: boolean
}

/** Elements that handle keys themselves: text fields and controls. */
const OWN_KEYS =
  'input, textarea, select, button, a[href], summary, audio, video, [contenteditable], [role], dialog'
const FIELDS = 'input, textarea, select, [contenteditable]'

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** A space is no beginning of a message. Keyboards on a screen have no key to hold. */
function isEmptyMessage(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement &&
    target.dataset['talks'] !== undefined &&
    target.value === '' &&
    matchMedia('(pointer: fine)').matches
  )
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

/**
 * The keyboard shortcuts of the voice, with any focus on the page: hold Space to talk, also in the empty message field,
 * Esc to stop, / to type, M to turn the voice off.
 */
export function useVoiceKeys(session: VoiceSession, keys: VoiceKeys): void {
  const { onFocusField, onToggleMute, hasMicrophone } = keys
  useEffect(() => {
    let isTalkKeyDown = false

    function letGo(event?: Event): void {
      if (!isTalkKeyDown) return
      isTalkKeyDown = false
      session.release(event && ageOf(event))
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isComposing(event) || hasModifier(event)) return
      if (event.key === 'Escape') {
        if (session.escape()) event.preventDefault()
      } else if (event.code === 'Space') {
        if (!hasMicrophone || (isWithin(event.target, OWN_KEYS) && !isEmptyMessage(event.target))) return
        // Prevents scrolling while the key is held.
        event.preventDefault()
        if (event.repeat || isTalkKeyDown) return
        isTalkKeyDown = true
        session.press(ageOf(event))
      } else if (event.key === '/' && !isWithin(event.target, FIELDS)) {
        event.preventDefault()
        onFocusField()
      } else if (event.key.toLowerCase() === 'm' && !event.repeat && !isWithin(event.target, FIELDS)) {
        onToggleMute()
      }
    }

    function onKeyUp(event: KeyboardEvent): void {
      if (event.code === 'Space') letGo(event)
    }

    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keyup', onKeyUp)
    // A window without the focus receives no keyup.
    window.addEventListener('blur', letGo)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keyup', onKeyUp)
      window.removeEventListener('blur', letGo)
      letGo()
    }
  }, [session, onFocusField, onToggleMute, hasMicrophone])
}
