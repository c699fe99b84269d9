import type { Attachment } from '@vee/contract/entities/attachment'
import type { Source } from '@vee/contract/entities/source'
import { createContext } from 'react'
import type { DescriptionEnd } from './describe-picture.ts'
import type { Api } from '#lib/http/index.ts'

/** The API for the files of messages; undefined where messages are shown without a server. */
export const ChatApiContext = createContext<Api | undefined>(undefined)

/** Describes a picture in words and stores them in the messages that show it; undefined where that is not possible. */
export const DescribeContext = createContext<((image: Attachment) => Promise<DescriptionEnd>) | undefined>(
  undefined,
)

/** Returns the id of the element with a picture's description. */
export const descriptionId = ({ id }: Attachment): string => `description-of-${id}`

/** Reads the text of a file aloud, by the id of the file; undefined where there is no voice. */
export const ReadAloudContext = createContext<((id: string, text: string) => void) | undefined>(undefined)

/** The files that replies may name as sources. */
interface Sources {
  /** by their citable names in lower case; of several with one name the newest */
  readonly files: ReadonlyMap<string, Attachment>
  /** opens a file at a page or cell, as the model named it */
  readonly open: (file: Attachment, locator: string) => void
  /** opens the text of a numbered source of a reply */
  readonly openSource: (replyId: string, source: Source) => void
}

/** The viewer is outside of the replies, whose elements are replaced while they are spoken. */
export const SourcesContext = createContext<Sources>({
  files: new Map(),
  open: () => {},
  openSource: () => {},
})

/** The reply that is rendered, with its numbered sources. */
interface CitingReply {
  readonly replyId: string
  readonly sources: readonly Source[]
}

export const CitingReplyContext = createContext<CitingReply>({ replyId: '', sources: [] })
