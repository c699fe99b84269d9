import { listLiveModels } from '@vee/contract/http/live-models'
import { listVoices, postStt, postTts, SPEECH_LINES_TYPE, type SpeechLine } from '@vee/contract/http/speech'
import type { LiveModelCatalogue } from '#domain/voice/live-model/index.ts'
import type { Speech, SynthesizedText } from '#domain/voice/speech/index.ts'
import { bytes, json, route, type Route } from '#serving/route.ts'

export const speechRoutes = (speech: Speech, liveModels: LiveModelCatalogue): readonly Route[] => [
  route(postStt, async ({ file, body, caller, ownKeys, signal }) =>
    json(
      await speech.transcribe(
        file.stream,
        async () => {
          const { languages, ...hints } = await body()
          return { ...hints, languages: languages?.split(',').flatMap((tag) => tag.trim() || []) }
        },
        { caller, ownKeys },
        signal,
      ),
    ),
  ),
  route(postTts, async ({ body, caller, ownKeys, signal }) => {
    const spoken = await speech.synthesize(body, { caller, ownKeys }, signal)
    const { audio, contentType, provider, voiceId } = spoken
    const headers = { 'x-tts-provider': provider, 'x-tts-voice': voiceId }
    return body.wordTimes === true
      ? bytes(speechLines(spoken), { 'content-type': SPEECH_LINES_TYPE, ...headers })
      : bytes(audio, { 'content-type': contentType, ...headers })
  }),
  route(listVoices, async () => json(await speech.voices())),
  route(listLiveModels, async ({ caller }) => json(await liveModels.list(caller))),
]

/** Yields audio and words as lines of JSON. */
async function* speechLines({
  audio,
  takeWords,
}: SynthesizedText): AsyncGenerator<Uint8Array, void, undefined> {
  function* newWords() {
    const words = takeWords()
    if (words.length > 0) yield encode({ words: [...words] })
  }
  for await (const bytes of audio) {
    yield* newWords()
    yield encode({ audio: Buffer.from(bytes).toString('base64') })
  }
  yield* newWords()
}

const encode = (line: SpeechLine) => Buffer.from(`${JSON.stringify(line)}\n`)
