import { expect, it } from 'vitest'
import { FRAME_SAMPLES, type Frame } from '#voice/capture/frames.ts'
import type { InterimWords } from '#voice/transcription/transcriber.ts'
import { MeetingCaptions } from './meeting-captions.ts'

const finalWords = (text: string): InterimWords => ({ text, tail: '' })

/** Captions whose transcriptions the test completes; each frame of a voice is an utterance's. */
function openCaptions() {
  const utterances: { readonly say: (words: InterimWords) => void; isEnded: boolean; isAborted: boolean }[] =
    []
  const captions = new MeetingCaptions({
    isShown: () => true,
    createTranscribe: () => (say) => {
      const utterance = { say, isEnded: false, isAborted: false }
      utterances.push(utterance)
      return {
        endAudio() {
          utterance.isEnded = true
        },
        finish: () => new Promise(() => undefined),
        abort() {
          utterance.isAborted = true
        },
      }
    },
  })
  let offset = 0
  /** Speaks for half a second after half a second of silence. */
  function speak(track: 'me' | 'others') {
    const before = utterances.length
    for (let index = 0; index < 100; index += 1) {
      const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, sample) =>
        index < 50 ? 0 : Math.round(Math.sin((offset + sample) / 8) * 9_000),
      )
      const frame: Frame = { samples, level: 0, capturedAt: offset }
      offset += FRAME_SAMPLES
      captions.pushFrame(track, frame)
    }
    const utterance = utterances[before]
    if (!utterance) throw new Error('no speech was detected')
    return utterance
  }
  const shown = () =>
    captions.state.getState().map(({ track, words }) => `${track}: ${words.text}${words.tail}`)
  return { captions, speak, shown }
}

it('shows the words of both tracks in the order in which they begin', () => {
  const { speak, shown } = openCaptions()
  const mine = speak('me')
  const theirs = speak('others')
  mine.say({ text: '', tail: 'We' })
  theirs.say({ text: '', tail: 'Yes' })
  mine.say({ text: 'We', tail: ' buy' })
  expect(shown()).toEqual(['me: We buy', 'others: Yes'])
  theirs.say(finalWords(''))
  expect(shown()).toEqual(['me: We buy'])
})

it('keeps the latest ones, and adds no earlier one again', () => {
  const { captions, speak, shown } = openCaptions()
  const all = Array.from({ length: 42 }, (_, index) => {
    const utterance = speak('me')
    utterance.say(finalWords(`Words ${index}`))
    captions.settle('me')
    return utterance
  })
  expect(shown()).toEqual(Array.from({ length: 40 }, (_, index) => `me: Words ${index + 2}`))
  all[0]?.say(finalWords('Words 0, at last'))
  expect(shown()).toHaveLength(40)
  expect(shown()[0]).toBe('me: Words 2')
})

it('completes one track, and ends all with the recording', () => {
  const { captions, speak, shown } = openCaptions()
  const mine = speak('me')
  const theirs = speak('others')
  mine.say(finalWords('We buy'))
  captions.settle('others')
  expect(theirs.isEnded).toBe(true)
  expect(mine.isEnded).toBe(false)
  captions.end()
  expect(mine.isAborted).toBe(true)
  expect(shown()).toEqual([])
})
