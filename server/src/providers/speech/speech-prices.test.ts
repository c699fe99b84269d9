import { describe, expect, it } from 'vitest'
import { sttPrice, ttsPrice } from './speech-prices.ts'

const MILLION = 1_000_000

describe('costs of speech', () => {
  it('prices minutes of transcribed audio and characters of synthesized text', () => {
    expect(sttPrice('openai', 'whisper-1', 60)).toEqual({ microUsd: 6_000, isEstimated: false })
    expect(ttsPrice('openai', 'tts-1-hd', MILLION).microUsd).toBe(30 * MILLION)
  })

  it('prices Deepgram', () => {
    expect(sttPrice('deepgram', 'nova-3', 60)).toEqual({ microUsd: 5_600, isEstimated: false })
    expect(ttsPrice('deepgram', 'aura-2', 1_000)).toEqual({ microUsd: 30_000, isEstimated: false })
  })

  it('is zero for local engines', () => {
    expect(ttsPrice('espeak', 'espeak-ng', MILLION)).toEqual({ microUsd: 0, isEstimated: false })
    expect(sttPrice('whisper-cli', 'whisper-1', 60)).toEqual({ microUsd: 0, isEstimated: false })
  })

  it("uses OpenAI's prices for the endpoints of the host", () => {
    expect(sttPrice('endpoint-1', 'gpt-4o-mini-transcribe-2025-12-15', 60)).toEqual({
      microUsd: 3_000,
      isEstimated: false,
    })
  })

  it('estimates a model with an unknown price', () => {
    expect(sttPrice('openai', 'unknown', 60)).toEqual({ microUsd: 6_000, isEstimated: true })
    expect(ttsPrice('deepgram', 'toString', 1_000)).toEqual({ microUsd: 15_000, isEstimated: true })
    expect(ttsPrice('openai', 'unknown', 1_000)).toEqual({ microUsd: 15_000, isEstimated: true })
  })
})
