// No zod here: the web client reads these.

/** Largest file of any plan, in bytes. */
export const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024
/** Largest file of one request, in bytes; larger ones are uploaded in chunks. */
export const MAX_ATTACHMENT_REQUEST_BYTES = 20 * 1024 * 1024
/** Largest chunk of an upload, in bytes. */
export const MAX_UPLOAD_CHUNK_BYTES = 8 * 1024 * 1024
/** Largest image that models accept, in bytes; the web client scales images down first. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
/** Largest side of an image, in pixels. */
export const MAX_IMAGE_SIDE = 8_000
/** Maximum number of attachments per message. */
export const ATTACHMENTS_PER_MESSAGE = 10
/** Maximum number of pictures that are kept of one tool run. */
export const PICTURES_PER_TOOL_RUN = 4
/** Maximum number of pictures that are stored with a reply. */
export const PICTURES_PER_REPLY = 48
/** Maximum number of different documents that the messages of one request name together. */
export const DOCUMENTS_PER_REQUEST = 100
/** Maximum length of a document's text, in UTF-16 code units; the rest is omitted. */
export const MAX_DOCUMENT_TEXT_LENGTH = 2_000_000
/** Maximum number of sections (pages, slides, sheets, chapters) of a document. */
export const MAX_DOCUMENT_SECTIONS = 2_000
/** Maximum length of a picture's description, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 1_000
/** Image formats that models read. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
