import { frameClock } from './frame-clock.ts'
import { readPalette } from './paint/palette.ts'
import type { VisualVariables } from './initial-visuals.ts'
import type { PainterChoice, PictureListener } from './open-scene.ts'
import type { PresenceController } from './presence-controller.ts'
import type { BeginMessage, PictureMessage } from './presence.worker.ts'
import type { PresenceScene, SceneCommand } from './scene.ts'

/** The current sound levels, 0..1. */
export interface SoundLevels {
  microphone(): number
  playback(): number
}

export interface PresencePlacement {
  /** CSS pixels from the host's top to the water */
  readonly waterLine: number
  /** maximum rise of the membrane, in CSS pixels */
  readonly room: number
}

export interface MountedPresence {
  setPlacement(placement: PresencePlacement): void
  /** @param role the theme's role whose colour the water takes; undefined: its own */
  setTint(role: string | undefined): void
  dispose(): void
}

/** About 30 times per second, and only while there is sound. */
const LEVEL_INTERVAL_MS = 33
/** Interval for forwarding user input, in ms: it only keeps the presence moving. */
const INPUT_INTERVAL_MS = 1000
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const

/**
 * Mounts the presence in the host. It is painted in a worker, so that it and the page do not block each
 * other; without support for OffscreenCanvas it is painted on the main thread. Reads the theme's colours when
 * the theme changes, and stops while the page is hidden.
 */
export function mountPresence(
  host: HTMLElement,
  controller: PresenceController,
  levels: SoundLevels,
  placement: PresencePlacement,
  choice: PainterChoice = 'auto',
): MountedPresence {
  let current = placement
  let tint: string | undefined
  let picture = openPicture(host, controller, choice, { onGiveUp, onVariables })
  const send = (command: SceneCommand) => picture.send(command)

  function sendStage(): void {
    send({
      type: 'stage',
      stage: {
        width: host.clientWidth,
        height: host.clientHeight,
        pixelRatio: window.devicePixelRatio,
        ...current,
      },
    })
  }
  function sendPalette(): void {
    const style = getComputedStyle(host)
    send({ type: 'palette', palette: readPalette((name) => style.getPropertyValue(name), tint) })
  }
  function sendVisible(): void {
    send({ type: 'visible', isVisible: !document.hidden })
  }
  function sendEverything(): void {
    sendVisible()
    sendPalette()
    sendStage()
  }
  function onGiveUp(): void {
    picture.dispose()
    picture = openPicture(host, controller, '2d', { onGiveUp: () => {}, onVariables })
    sendEverything()
  }
  // On the host and not on the root, where each change would recalculate the styles of the whole page, in the
  // middle of a turn.
  function onVariables(variables: VisualVariables): void {
    for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, value)
  }

  sendEverything()
  const undo = [
    controller.attach(send),
    observeSize(host, sendStage),
    observeTheme(sendPalette),
    onEvent(document, 'visibilitychange', sendVisible),
    passInput(send),
    feedLevels(controller, levels, send),
  ]
  return {
    setPlacement(next) {
      current = next
      sendStage()
    },
    setTint(role) {
      if (role === tint) return
      tint = role
      sendPalette()
    },
    dispose() {
      for (const stop of undo) stop()
      picture.dispose()
    },
  }
}

interface OpenPicture {
  send(command: SceneCommand): void
  dispose(): void
}

function openPicture(
  host: HTMLElement,
  controller: PresenceController,
  choice: PainterChoice,
  listener: PictureListener,
): OpenPicture {
  const canvas = document.createElement('canvas')
  host.replaceChildren(canvas)
  const canMove = typeof Worker !== 'undefined' && 'transferControlToOffscreen' in canvas
  const picture = canMove
    ? paintInWorker(canvas, controller, choice, listener)
    : paintHere(canvas, controller, choice, listener)
  return {
    send: (command) => picture.send(command),
    dispose() {
      picture.dispose()
      canvas.remove()
    },
  }
}

function paintInWorker(
  canvas: HTMLCanvasElement,
  controller: PresenceController,
  choice: PainterChoice,
  listener: PictureListener,
): OpenPicture {
  const worker = new Worker(new URL('./presence.worker.ts', import.meta.url), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  const offscreen = canvas.transferControlToOffscreen()
  const begin: BeginMessage = { canvas: offscreen, choice, start: controller.start, port: port2 }
  worker.postMessage(begin, [offscreen, port2])
  port1.addEventListener('message', ({ data }: MessageEvent<PictureMessage>) => {
    if (data === 'give-up') listener.onGiveUp()
    else listener.onVariables(data)
  })
  port1.start()
  return {
    send: (command) => port1.postMessage(command),
    dispose() {
      port1.close()
      worker.terminate()
    },
  }
}

function paintHere(
  canvas: HTMLCanvasElement,
  controller: PresenceController,
  choice: PainterChoice,
  listener: PictureListener,
): OpenPicture {
  const { start } = controller
  const early: SceneCommand[] = []
  let deliver = (command: SceneCommand): void => void early.push(command)
  let isDisposed = false
  let scene: PresenceScene | undefined
  // Loaded only if needed: usually the worker has it, and the page's bundle does not contain it.
  async function open(): Promise<void> {
    const { openScene } = await import('./open-scene.ts')
    if (isDisposed) return
    scene = await openScene(canvas, choice, start, frameClock, listener)
    if (isDisposed) return scene?.dispose()
    deliver = (command) => scene?.apply(command)
    for (const command of early) deliver(command)
  }
  void open()
  return {
    send: (command) => deliver(command),
    dispose() {
      isDisposed = true
      scene?.dispose()
    },
  }
}

function observeSize(host: HTMLElement, onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange)
  observer.observe(host)
  return () => observer.disconnect()
}

/** Theme, contrast preference and forced colours all change the values of the roles. */
function observeTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] })
  const stopForced = onEvent(window.matchMedia('(forced-colors: active)'), 'change', onChange)
  return () => {
    observer.disconnect()
    stopForced()
  }
}

function onEvent(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Reports user input anywhere on the page. */
function passInput(send: (command: SceneCommand) => void): () => void {
  let sentMs = -Infinity
  function pass({ timeStamp }: Event): void {
    if (timeStamp - sentMs < INPUT_INTERVAL_MS) return
    sentMs = timeStamp
    send({ type: 'input' })
  }
  const options = { capture: true, passive: true }
  for (const type of INPUT_EVENTS) document.addEventListener(type, pass, options)
  return () => {
    for (const type of INPUT_EVENTS) document.removeEventListener(type, pass, options)
  }
}

/**
 * No timer runs while the page is hidden or the presence idle: a timer alone takes milliseconds of every
 * second.
 */
function feedLevels(
  controller: PresenceController,
  levels: SoundLevels,
  send: (command: SceneCommand) => void,
): () => void {
  let sentMicrophone = 0
  let sentPlayback = 0
  let timer: ReturnType<typeof setInterval> | undefined
  function pass(microphone: number, playback: number): void {
    if (microphone === sentMicrophone && playback === sentPlayback) return
    sentMicrophone = microphone
    sentPlayback = playback
    send({ type: 'levels', microphone, playback })
  }
  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }
  function follow(): void {
    if (document.hidden) return stop()
    if (controller.state === 'idle') {
      stop()
      pass(0, 0)
    } else {
      timer ??= setInterval(() => pass(levels.microphone(), levels.playback()), LEVEL_INTERVAL_MS)
    }
  }
  follow()
  const undo = [onEvent(document, 'visibilitychange', follow), controller.attach(follow)]
  return () => {
    for (const end of undo) end()
    stop()
  }
}
