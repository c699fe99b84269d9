import { CostGovernor } from './cost-governor.ts'
import type { FrameClock } from './frame-clock.ts'
import { amplitudeOf, computeField, createField } from './geometry.ts'
import { LevelHistory, stillLevel } from './level-history.ts'
import type { Painter, PresenceCanvas } from './paint/painter.ts'
import type { Palette } from './paint/palette.ts'
import { visualVariables, type VisualVariables } from './initial-visuals.ts'
import { PresenceModel } from './presence-model.ts'
import type { PresenceCommand, PresenceStart } from './presence-start.ts'
import { NO_ACCENTS } from './accents.ts'
import type { AppState } from './states.ts'

/** The size of the picture on the page, in CSS pixels. */
export interface StageSize {
  readonly width: number
  readonly height: number
  /** from the top to the water */
  readonly waterLine: number
  /** the maximum rise of the membrane, so that it does not reach text */
  readonly room: number
  readonly pixelRatio: number
}

/** Commands to a scene: those of the app to the presence, and those for a picture only. */
export type SceneCommand =
  | PresenceCommand
  | { readonly type: 'palette'; readonly palette: Palette }
  | { readonly type: 'stage'; readonly stage: StageSize }
  /** sound levels in 0..1 */
  | { readonly type: 'levels'; readonly microphone: number; readonly playback: number }
  | { readonly type: 'visible'; readonly isVisible: boolean }
  /** user input: a presence that has stopped at rest moves again */
  | { readonly type: 'input' }

export interface SceneListener {
  /** called repeatedly while even the lowest quality is too expensive */
  readonly onTooDear: () => void
  /** called at the start, and for every new look */
  readonly onVariables: (variables: VisualVariables) => void
}

/** Duration of a pause in ms: three or four frames at 60 fps, which is not noticeable. */
const REST_MS = 60
/** The time shown in a still picture, at which all states are distinguishable. */
const STILL_SECONDS = 11.3
const STILL_LEVELS: Readonly<Partial<Record<AppState, number>>> = {
  speaking: 0.62,
  listening: 0.38,
  'vad-active': 0.55,
  'vad-wake': 0.3,
}
/** A higher ratio costs much and has no visible effect. */
const MAX_PIXEL_RATIO = 1.5
const MAX_PIXEL_RATIO_STILL = 2
/** Maximum time step, in ms: after a pause, a hidden tab or a breakpoint, the picture must not jump. */
const MAX_STEP_MS = 100
const SILENCE = 0.01
/** Time without activity after which a presence at rest stops moving, in ms. */
const STOPS_AFTER_MS = 30_000
/** Share of the pixels per side without a GPU, at rest and while a reply is awaited. */
const CALM_RESOLUTION = 0.5
/** Interval between frames at rest, in ms: the movement takes many seconds. */
const PAUSE_AT_REST_MS = 560
/** Between the question and the spoken reply nothing moves with sound, and the reply needs the processor. */
const AWAITING_VOICE: ReadonlySet<AppState> = new Set([
  'transcribing',
  'thinking',
  'processing',
  'responding',
])

/** Draws the presence into one canvas: a frame loop while it moves and is visible, nothing otherwise. */
export class PresenceScene {
  readonly #canvas: PresenceCanvas
  readonly #painter: Painter
  readonly #model: PresenceModel
  readonly #clock: FrameClock
  readonly #listener: SceneListener
  readonly #field = createField()
  readonly #levels = new LevelHistory()
  readonly #governor = new CostGovernor()
  #palette: Palette | undefined
  #stage: StageSize | undefined
  #microphone = 0
  #playback = 0
  #isVisible = true
  #cancelFrame: (() => void) | undefined
  #isPausing = false
  #frameCount = 0
  #restsUntilMs = -Infinity
  #lastFrameMs = 0
  #lastActiveMs = 0
  #seconds = 0

  constructor(
    canvas: PresenceCanvas,
    painter: Painter,
    start: PresenceStart,
    clock: FrameClock,
    listener: SceneListener,
  ) {
    this.#canvas = canvas
    this.#painter = painter
    this.#model = new PresenceModel(start)
    this.#clock = clock
    this.#listener = listener
    listener.onVariables(visualVariables(this.#model.target.values))
  }

  apply(command: SceneCommand): void {
    switch (command.type) {
      case 'palette':
        this.#palette = command.palette
        break
      case 'stage':
        this.#stage = command.stage
        break
      case 'levels':
        this.#microphone = command.microphone
        this.#playback = command.playback
        if (this.#isMoving || this.#level() < SILENCE) return
        break
      case 'visible':
        this.#isVisible = command.isVisible
        break
      case 'input':
        if (this.#model.isStill) return
        break
      case 'rest':
        return this.#rest()
      case 'state':
      case 'mood':
      case 'loading':
      case 'profile':
      case 'preferences':
      case 'event':
      case 'reset':
        // The utterance is being sent.
        if (command.type === 'state' && AWAITING_VOICE.has(command.state)) this.#rest()
        this.#applyToModel(command)
        break
    }
    this.#lastActiveMs = this.#clock.now()
    this.#updateLoop()
  }

  #applyToModel(command: PresenceCommand): void {
    const before = this.#model.target
    this.#model.apply(command, this.#clock.now())
    const { target } = this.#model
    if (target !== before) this.#listener.onVariables(visualVariables(target.values))
  }

  dispose(): void {
    this.#isVisible = false
    this.#updateLoop()
  }

  /** True while frames are scheduled or unnecessary. */
  get #isMoving(): boolean {
    return this.#cancelFrame !== undefined || this.#model.isStill
  }

  /** Skipped with a GPU, which draws in parallel to everything else. */
  #rest(): void {
    if (this.#painter.kind === '2d') this.#restsUntilMs = this.#clock.now() + REST_MS
  }

  /** Starts or stops the frames as needed; a still picture is drawn once. */
  #updateLoop(): void {
    const isReady = this.#isVisible && this.#palette !== undefined && this.#stage !== undefined
    if (isReady && !this.#model.isStill) {
      if (this.#cancelFrame !== undefined && !this.#isPausing) return
      if (this.#cancelFrame === undefined) this.#lastFrameMs = this.#clock.now()
      this.#stop()
      this.#request()
      return
    }
    this.#stop()
    if (isReady) this.#draw(STILL_SECONDS)
  }

  #stop(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = undefined
  }

  #request(): void {
    this.#isPausing = this.#painter.kind === '2d' && this.#isResting()
    this.#cancelFrame = this.#clock.requestFrame(
      (timeMs) => {
        this.#request()
        this.#step(timeMs)
      },
      this.#isPausing ? PAUSE_AT_REST_MS : 0,
    )
  }

  #step(timeMs: number): void {
    const frameMs = timeMs - this.#lastFrameMs
    this.#lastFrameMs = timeMs
    this.#seconds +=
      Math.min(this.#isPausing ? MAX_STEP_MS + PAUSE_AT_REST_MS : MAX_STEP_MS, Math.max(0, frameMs)) / 1000
    this.#levels.record(this.#level(), this.#seconds)
    if (!this.#isResting()) this.#lastActiveMs = timeMs
    else if (timeMs - this.#lastActiveMs > STOPS_AFTER_MS) return this.#stop()
    this.#frameCount++
    if (this.#frameCount % this.#everyFrame() !== 0) return
    const startMs = this.#clock.now()
    if (startMs < this.#restsUntilMs) return
    this.#draw(this.#seconds)
    // A delayed frame has no meaning for the cost.
    if (this.#isPausing) return
    if (!this.#governor.watch(frameMs, this.#clock.now() - startMs)) this.#listener.onTooDear()
  }

  /**
   * Slow movement does not need 60 fps; and without a GPU each frame takes processor time from voice and
   * text, most of it after the drawing that the governor measures.
   */
  #everyFrame(): number {
    const { state } = this.#model
    if (this.#painter.kind !== '2d') return this.#isResting() ? 2 : this.#governor.step.everyFrame
    if (this.#isPausing) return 1
    return AWAITING_VOICE.has(state) ? 4 : 2
  }

  /**
   * Returns the fraction of the pixels per side. Without a GPU the browser rasterizes a frame after it was drawn,
   * on the processor, which takes several times as long as the drawing.
   */
  #resolution(): number {
    const isCalm = this.#isPausing || (this.#painter.kind === '2d' && AWAITING_VOICE.has(this.#model.state))
    const { resolution } = this.#governor.step
    return isCalm ? Math.min(CALM_RESOLUTION, resolution) : resolution
  }

  #isResting(): boolean {
    return (
      this.#model.state === 'idle' &&
      !this.#model.isMoving(this.#clock.now()) &&
      this.#levels.levelAt(0) < SILENCE
    )
  }

  /** Input moves inward, output moves outward. */
  #level(): number {
    const { flow } = this.#model.target.pose
    if (flow < 0) return this.#microphone
    return flow > 0 ? this.#playback : Math.max(this.#microphone, this.#playback)
  }

  #draw(seconds: number): void {
    const stage = this.#stage
    const palette = this.#palette
    if (!stage || !palette || stage.width < 1 || stage.height < 1) return
    const { isStill } = this.#model
    const nowMs = this.#clock.now()
    const look = this.#model.lookAt(nowMs)
    const accents = isStill ? NO_ACCENTS : this.#model.accentsAt(nowMs)
    const still = stillLevel(STILL_LEVELS[this.#model.state] ?? 0)
    const level = isStill ? still : (secondsAgo: number) => this.#levels.levelAt(secondsAgo)
    computeField(this.#field, stage, { seconds, look, accents, level })
    this.#painter.paint({
      field: this.#field,
      width: stage.width,
      height: stage.height,
      waterLine: stage.waterLine,
      amplitude: amplitudeOf(stage),
      scale: this.#resize(stage),
      seconds,
      values: look.values,
      palette,
      burst: Math.min(1, accents.glow + accents.pulse * 0.5),
      effectIntensity: this.#model.profile.effectIntensity,
      detail: this.#governor.step.detail,
    })
  }

  /** Sets the canvas size; returns the pixels per CSS pixel. */
  #resize(stage: StageSize): number {
    const most = this.#model.isStill ? MAX_PIXEL_RATIO_STILL : MAX_PIXEL_RATIO
    const scale = Math.min(stage.pixelRatio, most) * this.#resolution()
    const width = Math.max(1, Math.round(stage.width * scale))
    const height = Math.max(1, Math.round(stage.height * scale))
    if (this.#canvas.width !== width) this.#canvas.width = width
    if (this.#canvas.height !== height) this.#canvas.height = height
    return scale
  }
}
