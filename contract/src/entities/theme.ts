export const THEME_IDS = [
  'sakura-sunset',
  'twilight-neo',
  'aurora-daybreak',
  'warm-embrace',
  'terminus-dark',
  'terminus-light',
] as const
export type ThemeId = (typeof THEME_IDS)[number]
