export { CommandPalette } from './command-palette.tsx'
export type { Command } from './rank-commands.ts'
