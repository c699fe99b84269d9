import type { SpeechLine } from '@vee/contract/http/speech'
import type { OnWords } from '../speak/voices/speech-api.ts'

/** Yields the audio of speech with word times, as POST /tts returns it in lines, and passes the words on. */
export async function* audioOfLines(
  bytes: AsyncIterable<Uint8Array>,
  onWords: OnWords,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const read = JSON.parse(line) as SpeechLine
      if ('words' in read) onWords(read.words)
      else yield bytesOfBase64(read.audio)
    }
  }
}

const bytesOfBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
