import { setFlagsFromString } from 'node:v8'

/** How many times larger V8 makes the room for young objects when many of them survive; its own default. */
const V8_GROWTH = 2

/**
 * Keeps the room for young objects at its smallest size. The modules that are evaluated at start survive, for
 * which V8 would enlarge it to 16 MB that are hardly used afterwards.
 */
export const keepYoungGenerationSmall = () => setFlagsFromString('--semi-space-growth-factor=1')

/** Lets the room for young objects grow with the load. */
export const letYoungGenerationGrow = () => setFlagsFromString(`--semi-space-growth-factor=${V8_GROWTH}`)
