import { CircleCheck, CircleX, Info, TriangleAlert, type LucideIcon } from 'lucide-react'

export type Tone = 'success' | 'error' | 'warning' | 'info'

/** Shape before colour: every tone has a distinct icon. */
export const TONE_ICONS: Readonly<Record<Tone, LucideIcon>> = {
  success: CircleCheck,
  error: CircleX,
  warning: TriangleAlert,
  info: Info,
}
