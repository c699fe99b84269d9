import { z } from 'zod'

/** What somebody may do with what a colleague shares: see and use it, or also change it. Never delete it or share it on. */
export const shareRight = z.enum(['use', 'edit'])
export type ShareRight = z.infer<typeof shareRight>
