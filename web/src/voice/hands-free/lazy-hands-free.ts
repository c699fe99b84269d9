import { lazyPort } from '#lib/async/lazy-module.ts'
import type { HandsFree, VoiceSessionController } from '../session/hands-free-port.ts'

/**
 * Hands-free listening whose code is loaded with the first request, so that the first page does not include
 * it. If it cannot be loaded, the button works and a notice is shown.
 */
export function createLazyHandsFree(
  load: (controller: VoiceSessionController) => Promise<HandsFree>,
): (controller: VoiceSessionController) => HandsFree {
  return (controller) => {
    const port = lazyPort(
      () => load(controller),
      () => {},
      () => {
        controller.show({ kind: 'off' })
        controller.fail('no-answer')
      },
    )
    return {
      start(mode) {
        controller.show({ kind: 'opening', mode })
        // Only the last request counts.
        port.clearQueue()
        port.queue((handsFree) => handsFree.start(mode))
        port.load().catch(() => {})
      },
      stop() {
        port.clearQueue()
        const handsFree = port.now()
        if (handsFree) handsFree.stop()
        else controller.show({ kind: 'off' })
      },
      cancel: () => port.now()?.cancel(),
      onTurn: (state) => port.now()?.onTurn(state),
      onTurnEnd: (utteranceId, probability) => port.now()?.onTurnEnd(utteranceId, probability),
      onTranscribed: (utteranceId, text) => port.now()?.onTranscribed(utteranceId, text),
      onConsentAsked: (callId) => port.now()?.onConsentAsked(callId),
      level: () => port.now()?.level() ?? 0,
    }
  }
}
