import { describe, expect, it } from 'vitest'
import { wavOf } from '../fixtures/sounds.ts'
import { isSilentWav } from './silence.ts'
import { parseWav } from '@vee/contract/audio/parse-wav'

const silent = (options: Parameters<typeof wavOf>[0]) => {
  const wav = parseWav(wavOf(options))
  return wav && isSilentWav(wav)
}

describe('isSilent', () => {
  it.each(['u8', 's16', 's24', 's32', 'f32', 'f64'] as const)(
    'distinguishes audio from silence in %s',
    (encoding) => {
      expect(silent({ seconds: 1, encoding })).toBe(true)
      expect(silent({ seconds: 1, encoding, loudness: 0.1 })).toBe(false)
    },
  )

  it('treats quiet speech as sound and the noise of a muted microphone as silence', () => {
    expect(silent({ seconds: 1, loudness: 0.003 })).toBe(false)
    expect(silent({ seconds: 1, loudness: 0.0005 })).toBe(true)
  })

  it('needs a tenth of a second of sound', () => {
    expect(silent({ seconds: 0.08, loudness: 0.5 })).toBe(true)
    expect(silent({ seconds: 0.12, loudness: 0.5 })).toBe(false)
  })

  it('detects audio on either channel', () => {
    expect(silent({ seconds: 1, channels: 2, loudness: 0.1 })).toBe(false)
  })
})
