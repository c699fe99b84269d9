import { ENDPOINT_PRESETS } from './endpoint-presets.ts'

/** Returns whether the form of endpoints knows the address of a vendor, by its display name. */
export const isConnectable = (name: string): boolean =>
  ENDPOINT_PRESETS.some((preset) => preset.name === name)
