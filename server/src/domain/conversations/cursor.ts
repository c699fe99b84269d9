import { z } from 'zod'
import { readCursor, writeCursor } from '../cursor.ts'

/** The last entry of a page: the next one starts after it. */
export interface ConversationListPlace {
  /** milliseconds since 1970 */
  readonly updatedAt: number
  readonly id: string
}

const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'))
const place = z.tuple([z.int().nonnegative(), id])

export const encodeConversationCursor = ({ updatedAt, id }: ConversationListPlace) =>
  writeCursor([updatedAt, id])

/** Throws VALIDATION for anything that `encodeCursor` did not create. */
export function decodeConversationCursor(cursor: string): ConversationListPlace {
  const [updatedAt, id] = readCursor(place, cursor, 'This is no cursor of a list.')
  return { updatedAt, id }
}

/** Positions are integers of 32 bits in Postgres. */
const messagePlace = z.tuple([z.int32().positive()])

/** Encodes the position of the oldest message of a page. */
export const encodeMessageCursor = (position: number) => writeCursor([position])

/** Throws VALIDATION for anything that `encodeMessageCursor` did not create. */
export const decodeMessageCursor = (cursor: string): number =>
  readCursor(messagePlace, cursor, 'This is no cursor of a conversation.')[0]
