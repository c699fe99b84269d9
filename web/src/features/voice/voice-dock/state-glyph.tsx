import type { AppState } from '#presence/index.ts'
import styles from './voice-dock.module.css'

/** Icons of the presence's states, distinguishable without colour. Strokes in a box of 28 × 16. */
const SHAPES: Readonly<Record<AppState, string>> = {
  idle: 'M2 8h24',
  connecting: 'M2 8h4M10 8h4M18 8h4',
  listening: 'M2 3h3c4 0 5 10 9 10s5-10 9-10h3',
  'vad-wake': 'M2 8h5M21 8h5M9 8a5 5 0 0 1 10 0a5 5 0 0 1-10 0',
  'vad-active': 'M2 2h5c3 0 4 12 7 12s4-12 7-12h5',
  transcribing: 'M2 4h2M6 7h4M12 11h5M19 7h3M24 4h2',
  thinking: 'M2 8h4c4-7 12-7 16 0h4M6 8c4 7 12 7 16 0',
  processing: 'M2 8c3-8 9-8 12 0s9 8 12 0M2 8c3 8 9 8 12 0s9-8 12 0',
  responding: 'M2 11h4c4 0 4-7 8-7s4 7 8 7h4',
  speaking: 'M2 8h2l3-4 3 8 4-11 4 14 3-8 2 1h3',
  error: 'M2 8h8l2 5M26 8h-8l-2-5',
}

export function StateGlyph({ state }: { readonly state: AppState }) {
  return (
    <svg className={styles['glyph']} viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">
      <path d={SHAPES[state]} />
    </svg>
  )
}
