/** The message to a waiting service worker when the user accepts the new version. */
export const TAKE_OVER = 'take-over'
