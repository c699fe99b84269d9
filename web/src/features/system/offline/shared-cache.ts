/**
 * Cache in which the service worker stores what another app shares with this one, until a page takes it (Web
 * Share Target): a response per file, and one for the text.
 */
export const SHARED_CACHE = 'vee-shared'
export const SHARED_TEXT = '/share/text'
/** Address of the n-th shared file. */
export const sharedFile = (index: number) => `/share/file/${index}`
/** Header of a stored file: its name, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name'
