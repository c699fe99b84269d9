import { MOOD_OF_STATE, type AppState, type PresenceController } from '#presence/index.ts'

const TEXT_FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])'

const isField = (target: EventTarget | null) => target instanceof Element && target.matches(TEXT_FIELD)

/**
 * Makes the presence attentive while a text field has the focus; afterwards its mood is that of its state
 * again.
 */
export function followFocus(presence: PresenceController): void {
  document.addEventListener('focusin', ({ target }) => {
    if (isField(target)) presence.tell({ type: 'event', event: 'input-focus' })
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (isField(target) && !isField(relatedTarget)) {
      presence.tell({ type: 'mood', mood: MOOD_OF_STATE[presence.start.state] })
    }
  })
}

/** Duration in ms for which a submitted form is shown as responding: one blend between states. */
const ENGAGED_MS = 800

/** Shows a submitted form as responding, with the mood engaged, then the voice's state again. */
export interface Engagement {
  begin(): void
  /** Shows a state of the voice. While a form is shown as responding, waiting for the reply is not shown. */
  show(state: AppState): void
}

export function createEngagement(
  presence: Pick<PresenceController, 'tell'>,
  stateOfVoice: () => AppState,
): Engagement {
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(state: AppState): void {
    if (timer !== undefined && state === 'thinking') return
    clearTimeout(timer)
    timer = undefined
    presence.tell({ type: 'state', state })
  }

  return {
    show,
    begin() {
      presence.tell({ type: 'event', event: 'form-submit' })
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        show(stateOfVoice())
      }, ENGAGED_MS)
    },
  }
}

/** Every submitted form triggers the engagement of the presence. */
export function followForms(engagement: Engagement): void {
  document.addEventListener('submit', () => engagement.begin())
}
