/** Interval in ms at which a server reads changes made by another server of the same database. */
export const REFRESH_MS = 5_000
/** Interval in ms at which a server checks whether files can be stored. */
export const STORAGE_CHECK_MS = 60_000
/** Interval in ms for purging content that can no longer be restored. */
export const PURGE_MS = 10 * 60_000
