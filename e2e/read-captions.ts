import * as captions from 'media-captions'

interface Captions {
  /** seconds */
  readonly cues: readonly { readonly startTime: number; readonly endTime: number; readonly text: string }[]
  readonly errors: readonly unknown[]
}

// The package's types lack file extensions, which Node requires: the used export is declared here.
const { parseText } = captions as unknown as {
  readonly parseText: (
    text: string,
    options: { readonly type: 'vtt' | 'srt'; readonly strict: boolean },
  ) => Promise<Captions>
}

/** Parses subtitles with another program. Rejects for invalid ones. */
export const readCaptions = (text: string, type: 'vtt' | 'srt'): Promise<Captions> =>
  parseText(text, { type, strict: true })
