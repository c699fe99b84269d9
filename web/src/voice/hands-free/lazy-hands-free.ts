import type { CreateHandsFree, HandsFree, VoiceSessionController } from '../session/hands-free-port.ts'
import type { HandsFreeMode } from '../session/listening.ts'

/**
 * Hands-free listening whose code is loaded with the first request, so that the first page does not include
 * it. If it cannot be loaded, the button works and a notice is shown.
 */
export function createLazyHandsFree(
  load: (controller: VoiceSessionController) => Promise<HandsFree>,
): CreateHandsFree {
  return (controller) => {
    let loaded: HandsFree | undefined
    /** one at a time: each instance may open a microphone */
    let loading: Promise<void> | undefined
    let wanted: HandsFreeMode | undefined

    async function begin(): Promise<void> {
      try {
        loaded = await load(controller)
        if (wanted !== undefined) loaded.start(wanted)
      } catch {
        if (wanted === undefined) return
        wanted = undefined
        controller.show({ kind: 'off' })
        controller.fail('no-answer')
      } finally {
        loading = undefined
      }
    }

    return {
      start(mode) {
        wanted = mode
        controller.show({ kind: 'opening', mode })
        if (loaded) loaded.start(mode)
        else loading ??= begin()
      },
      stop() {
        wanted = undefined
        if (loaded) loaded.stop()
        else controller.show({ kind: 'off' })
      },
      cancel: () => loaded?.cancel(),
      onTurn: (state) => loaded?.onTurn(state),
      onHeard: (utteranceId, text) => loaded?.onHeard(utteranceId, text),
      level: () => loaded?.level() ?? 0,
    }
  }
}
