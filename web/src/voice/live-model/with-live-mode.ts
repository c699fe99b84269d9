import { lazyPort } from '#lib/async/lazy-module.ts'
import type { CreateListeningModes, HandsFree, VoiceSessionController } from '../session/hands-free-port.ts'
import type { LiveCall, LiveCallHooks } from './live-call.ts'

/**
 * Adds conversations with live models to hands-free listening. When one ends by anything but the user, turns continue
 * with the microphone open, and with the speech that was not answered.
 * @param loadCall loads the code with the first conversation
 */
export function withLiveMode(
  create: (controller: VoiceSessionController) => HandsFree,
  loadCall: (controller: VoiceSessionController, hooks: LiveCallHooks) => Promise<LiveCall>,
): CreateListeningModes {
  return (controller) => {
    /** ends the speech that continues while turns open their microphone */
    let endOverlap: (() => void) | undefined
    const handsFree = create({
      ...controller,
      show(listening) {
        controller.show(listening)
        if (listening.kind !== 'opening') endOverlap?.()
      },
    })
    const hooks: LiveCallHooks = {
      continueWithTurns(speech) {
        if (speech) controller.beginUtterance(speech.utteranceId, speech.openMicrophone)
        endOverlap = () => {
          endOverlap = undefined
          if (speech) {
            controller.endUtterance(speech.utteranceId)
            controller.finishTurn(true)
          }
          call.now()?.releaseMicrophone()
        }
        handsFree.start('continuous')
      },
    }
    const call = lazyPort(
      () => loadCall(controller, hooks),
      () => {},
      () => {
        controller.show({ kind: 'off' })
        controller.fail('no-answer')
      },
    )
    return {
      start(mode) {
        if (mode !== 'live') return handsFree.start(mode)
        controller.show({ kind: 'opening', mode })
        call.clearQueue()
        call.queue((liveCall) => liveCall.start())
        call.load().catch(() => {})
      },
      stop() {
        endOverlap?.()
        const isLoading = !call.isQueueEmpty()
        call.clearQueue()
        call.now()?.stop()
        handsFree.stop()
        if (isLoading) controller.show({ kind: 'off' })
      },
      cancel: () => handsFree.cancel(),
      onTurn: (state) => handsFree.onTurn(state),
      onTranscribed: (utteranceId, text) => handsFree.onTranscribed(utteranceId, text),
      onTurnEnd: (utteranceId, probability) => handsFree.onTurnEnd(utteranceId, probability),
      onConsentAsked: (callId) => handsFree.onConsentAsked(callId),
      level: () => Math.max(handsFree.level(), call.now()?.levels().microphone ?? 0),
      live: {
        playbackLevel: () => call.now()?.levels().playback ?? 0,
        interrupt: () => call.now()?.interrupt() ?? false,
        say: (text) => call.now()?.say(text) ?? false,
        switchMute: () => call.now()?.switchMute(),
      },
    }
  }
}
