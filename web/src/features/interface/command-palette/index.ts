export { CommandPalette } from './command-palette.tsx'
export type { PaletteCommand } from './rank-commands.ts'
