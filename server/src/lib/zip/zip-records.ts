/** The records of the zip format (PKWARE's APPNOTE 6.3.10), with their sizes without names, extra fields and comments. */
export const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 } as const
export const DESCRIPTOR = { signature: 0x08074b50, bytes: 16 } as const
export const CENTRAL_HEADER = { signature: 0x02014b50, bytes: 46 } as const
export const DIRECTORY_END = { signature: 0x06054b50, bytes: 22 } as const
export const DIRECTORY_END_64 = { signature: 0x06064b50, bytes: 56 } as const
export const DIRECTORY_LOCATOR_64 = { signature: 0x07064b50, bytes: 20 } as const

/** Values of fields that say that the value stands in a larger field. */
export const MAX_UINT16 = 0xffff
export const MAX_UINT32 = 0xffffffff
