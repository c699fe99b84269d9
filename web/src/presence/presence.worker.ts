import { frameClock } from './frame-clock.ts'
import { openScene, type PainterChoice } from './open-scene.ts'
import type { VisualVariables } from './initial-visuals.ts'
import type { PresenceStart } from './presence-start.ts'
import type { SceneCommand } from './scene.ts'

/** The first and only message to the worker itself; later ones are sent over the port. */
export interface BeginMessage {
  readonly canvas: OffscreenCanvas
  readonly choice: PainterChoice
  readonly start: PresenceStart
  readonly port: MessagePort
}

/** What the worker reports over that port. */
export type PictureMessage = 'give-up' | VisualVariables

self.addEventListener(
  'message',
  ({ data }: MessageEvent<BeginMessage>) => {
    const { canvas, choice, start, port } = data
    const report = (message: PictureMessage) => port.postMessage(message)
    const listener = { onGiveUp: () => report('give-up'), onVariables: report }
    void openScene(canvas, choice, start, frameClock, listener).then((scene) => {
      port.addEventListener('message', (event: MessageEvent<SceneCommand>) => scene?.apply(event.data))
      // Commands received in the meantime are queued in the port.
      port.start()
    })
  },
  { once: true },
)
