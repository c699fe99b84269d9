import * as captions from 'media-captions'

interface Captions {
  /** seconds */
  readonly cues: readonly { readonly startTime: number; readonly endTime: number; readonly text: string }[]
  readonly errors: readonly unknown[]
}

// The package's types name no file endings, as Node wants them: what it has is said here.
const { parseText } = captions as unknown as {
  readonly parseText: (
    text: string,
    options: { readonly type: 'vtt' | 'srt'; readonly strict: boolean },
  ) => Promise<Captions>
}

/** Subtitles as another program reads them. Rejects when it finds a fault. */
export const readCaptions = (text: string, type: 'vtt' | 'srt'): Promise<Captions> =>
  parseText(text, { type, strict: true })
