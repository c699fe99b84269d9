import { z } from 'zod'

/**
 * The rights a member has on something that a colleague shares: to see and use it, or also to change it;
 * never to delete or reshare it.
 */
export const shareRight = z.enum(['use', 'edit'])
export type ShareRight = z.infer<typeof shareRight>
