import { expect, it } from 'vitest'
import { createSystemLog } from '#lib/log.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import type { SpeechOutputEvent } from '#voice/speak/speech-output.ts'
import { INITIAL_SNAPSHOT } from '#voice/session/initial-snapshot.ts'
import { logVoice } from './log-voice.ts'

const deaf = () => {}

it('logs the states of a turn with its id and times, and no content', () => {
  const log = createSystemLog()
  let snapshot: VoiceSnapshot = INITIAL_SNAPSHOT
  let changed = deaf
  let told: (event: SpeechOutputEvent) => void = deaf
  let time = 0
  const session = {
    snapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      changed = listener
      return deaf
    },
  }
  const speechOutput = {
    subscribe: (listener: (event: SpeechOutputEvent) => void) => {
      told = listener
      return deaf
    },
  }
  logVoice(session, speechOutput, log, () => time)
  const enter = (state: VoiceSnapshot['state'], timeMs: number) => {
    time = timeMs
    snapshot = { ...snapshot, state, interim: { text: 'secret', tail: ' words' } }
    changed()
  }
  enter({ phase: 'waiting', turnId: 't1', voice: 'off' }, 100)
  enter({ phase: 'replying', turnId: 't1', isWriting: true, voice: 'off' }, 620)
  enter({ phase: 'replying', turnId: 't1', isWriting: true, voice: 'coming' }, 700)
  enter({ phase: 'idle', hint: undefined }, 900)
  told({ type: 'notice', turnId: 't1', notice: 'browser-voices-missing' })
  expect(
    log
      .entries()
      .toReversed()
      .map(({ level, message, details }) => `${level} ${message} (${details})`),
  ).toEqual([
    'INFO Voice: idle → waiting (turn t1)',
    'INFO Voice: waiting → replying (turn t1)',
    'DEBUG Voice: waiting took 520 ms (turn t1)',
    'INFO Voice: replying → idle (turn t1)',
    'DEBUG Voice: replying took 280 ms (turn t1)',
    'WARN Voice: browser-voices-missing (turn t1)',
  ])
})
