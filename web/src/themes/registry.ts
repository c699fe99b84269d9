import type { ThemeId } from '@vee/contract/entities/theme'
import type { PresenceProfile } from '#presence/index.ts'

export interface Theme {
  readonly id: ThemeId
  /** display name; it contains an emoji and is the same in every language */
  readonly name: string
  readonly isDark: boolean
  /** --surface-base of its stylesheet, also used for the browser's frame */
  readonly groundColour: string
  readonly profile: PresenceProfile
}

/** The data of each theme; its stylesheet is <id>.css. */
export const THEMES: Readonly<Record<ThemeId, Theme>> = {
  'sakura-sunset': {
    id: 'sakura-sunset',
    name: '🌸 Sakura Sunset',
    isDark: true,
    groundColour: '#1d1320',
    profile: {
      energy: 'feminine',
      preferredStates: ['speaking', 'listening'],
      moodMultipliers: { warm: 1.2, calm: 1.05, engaged: 1.05, focused: 0.9 },
      effectIntensity: 0.8,
      particleMultiplier: 1.2,
      moodOnChoice: 'warm',
    },
  },
  'twilight-neo': {
    id: 'twilight-neo',
    name: '🌌 Twilight Neo',
    isDark: true,
    groundColour: '#0f1128',
    profile: {
      energy: 'neutral',
      preferredStates: ['thinking', 'processing', 'speaking'],
      moodMultipliers: { excited: 1.15, curious: 1.1, engaged: 1.1, calm: 0.95 },
      effectIntensity: 1,
      particleMultiplier: 1.5,
      moodOnChoice: 'excited',
    },
  },
  'aurora-daybreak': {
    id: 'aurora-daybreak',
    name: '🌅 Aurora Daybreak',
    isDark: false,
    groundColour: '#f5f9f7',
    profile: {
      energy: 'agnostic',
      preferredStates: ['listening', 'idle'],
      moodMultipliers: { calm: 1.1, curious: 1.1, warm: 1.05, excited: 0.9 },
      effectIntensity: 0.7,
      particleMultiplier: 1,
      moodOnChoice: 'warm',
    },
  },
  'warm-embrace': {
    id: 'warm-embrace',
    name: '🧡 Warm Embrace',
    isDark: false,
    groundColour: '#f7f0e6',
    profile: {
      energy: 'neutral',
      preferredStates: ['idle', 'speaking'],
      moodMultipliers: { calm: 1.15, warm: 1.15, contemplative: 1.1, excited: 0.85 },
      effectIntensity: 0.6,
      particleMultiplier: 0.8,
      moodOnChoice: 'calm',
    },
  },
  'terminus-dark': {
    id: 'terminus-dark',
    name: '📟 Terminus Dark',
    isDark: true,
    groundColour: '#0a0f0c',
    profile: {
      energy: 'masculine',
      preferredStates: ['processing', 'transcribing', 'connecting'],
      moodMultipliers: { focused: 1.2, attentive: 1.1, warm: 0.8, excited: 0.9 },
      effectIntensity: 0.9,
      particleMultiplier: 0.6,
      moodOnChoice: 'focused',
    },
  },
  'terminus-light': {
    id: 'terminus-light',
    name: '📄 Terminus Light',
    isDark: false,
    groundColour: '#f3f5ec',
    profile: {
      energy: 'masculine',
      preferredStates: ['processing', 'transcribing'],
      moodMultipliers: { focused: 1.2, attentive: 1.1, warm: 0.85, excited: 0.85 },
      effectIntensity: 0.7,
      particleMultiplier: 0.5,
      moodOnChoice: 'focused',
    },
  },
}
