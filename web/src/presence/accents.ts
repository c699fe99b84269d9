import type { Mood } from './moods.ts'
import type { AppState } from './states.ts'
import { clamp01, easeOut } from './values.ts'

/** A short reaction of the presence to an event. */
export interface Accent {
  readonly kind: 'glow' | 'ripple' | 'pulse' | 'shimmer'
  /** 0..1 */
  readonly strength: number
  readonly durationMs: number
  /** number of repetitions; they start slightly apart */
  readonly times?: number
}

export interface PresenceEventEffect {
  readonly accents: readonly Accent[]
  readonly mood?: Mood
  readonly state?: AppState
}

const GLOW_BURST: Accent = { kind: 'glow', strength: 0.6, durationMs: 400 }
const RIPPLE: Accent = { kind: 'ripple', strength: 0.5, durationMs: 800 }

/** Events of the app, and the presence's reactions. */
export const PRESENCE_EVENTS = {
  /** the user chose a theme; the mood is taken from that theme's profile */
  'theme-chosen': {
    accents: [
      { kind: 'glow', strength: 0.8, durationMs: 800 },
      { kind: 'ripple', strength: 0.6, durationMs: 1200, times: 2 },
    ],
  },
  navigation: { accents: [RIPPLE] },
  sidebar: { accents: [{ kind: 'ripple', strength: 0.4, durationMs: 600 }] },
  success: { accents: [{ kind: 'pulse', strength: 0.7, durationMs: 300 }] },
  error: { accents: [RIPPLE], mood: 'attentive' },
  warning: { accents: [GLOW_BURST] },
  modal: { accents: [{ kind: 'shimmer', strength: 1, durationMs: 600 }, GLOW_BURST] },
  'high-contrast': { accents: [GLOW_BURST] },
  'form-submit': { accents: [], state: 'responding', mood: 'engaged' },
  'input-focus': { accents: [], mood: 'attentive' },
} as const satisfies Record<string, PresenceEventEffect>
export type PresenceEvent = keyof typeof PRESENCE_EVENTS

/** Reactions to entering a state: the wake word triggers a ring that expands once. */
export const ENTRY_ACCENTS: Readonly<Partial<Record<AppState, readonly Accent[]>>> = { 'vad-wake': [RIPPLE] }

/** Interval between repetitions of one accent, in ms. */
const REPETITION_GAP_MS = 350

/** A running accent. */
export interface RunningAccent {
  readonly accent: Accent
  readonly startMs: number
}

export function startAccents(accents: readonly Accent[], nowMs: number): RunningAccent[] {
  return accents.flatMap((accent) =>
    Array.from({ length: accent.times ?? 1 }, (_, repetition) => ({
      accent,
      startMs: nowMs + repetition * REPETITION_GAP_MS,
    })),
  )
}

export function hasEnded({ accent, startMs }: RunningAccent, nowMs: number): boolean {
  return nowMs - startMs >= accent.durationMs
}

/** A wave packet that moves from the middle to both ends. */
interface RipplePacket {
  /** fraction of the half width that it has covered, 0..1 */
  readonly reach: number
  /** 0..1, fading over time */
  readonly strength: number
}

/** The sum of the running accents at one moment. */
export interface AccentSum {
  readonly ripples: readonly RipplePacket[]
  readonly glow: number
  readonly pulse: number
  /** position of the moving light, -1 (left end) … 1 (right end); undefined without one */
  readonly shimmerAt: number | undefined
}

export const NO_ACCENTS: AccentSum = { ripples: [], glow: 0, pulse: 0, shimmerAt: undefined }

export function sumAccents(running: readonly RunningAccent[], nowMs: number): AccentSum {
  const ripples: RipplePacket[] = []
  let glow = 0
  let pulse = 0
  let shimmerAt: number | undefined
  for (const { accent, startMs } of running) {
    const progress = (nowMs - startMs) / accent.durationMs
    if (progress < 0 || progress >= 1) continue
    const fading = accent.strength * (1 - progress)
    if (accent.kind === 'ripple') ripples.push({ reach: easeOut(progress), strength: fading })
    else if (accent.kind === 'glow') glow += fading
    else if (accent.kind === 'pulse') pulse += accent.strength * Math.sin(progress * Math.PI)
    else shimmerAt = easeOut(progress) * 2 - 1
  }
  return { ripples, glow: clamp01(glow), pulse: clamp01(pulse), shimmerAt }
}
