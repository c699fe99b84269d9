import type { Voice } from '@vee/contract/entities/voice'
import { useEffect, useState } from 'react'
import { useSettings } from '#lib/settings/index.ts'

/** How an assistant speaks with a voice. */
export interface SampleSound {
  /** shift of the pitch; default: 0 */
  readonly semitones?: number
  /** speed, as a factor; default: 1 */
  readonly pace?: number
}

/** Plays a sentence with a voice; resolves when it has ended, was stopped by the signal, or failed. */
export type PlayVoice = (
  voice: Voice,
  signal: AbortSignal,
  sound: SampleSound,
) => Promise<'played' | 'failed'>

interface SampleOptions extends SampleSound {
  /** default: the voice's id */
  readonly id?: string
}

/** Returns the language in which replies are read, as far as it is set. */
export function useReplyLanguage(page: string): string {
  const { responseLanguageMode, fixedResponseLanguage, speechLanguage } = useSettings()
  if (responseLanguageMode === 'fixed' && fixedResponseLanguage !== '') return fixedResponseLanguage
  return speechLanguage === '' ? page : speechLanguage
}

/** Plays one sample at a time; another press on the same one, by its id, stops it. */
export function useSample(play: PlayVoice) {
  const [running, setRunning] = useState<{ readonly id: string; readonly stop: AbortController }>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => () => running?.stop.abort(), [running])
  return {
    playing: running?.id,
    hasFailed,
    toggle(voice: Voice, { id = voice.id, ...sound }: SampleOptions = {}) {
      setFailed(false)
      if (running?.id === id) {
        setRunning(undefined)
        return
      }
      const next = { id, stop: new AbortController() }
      setRunning(next)
      void play(voice, next.stop.signal, sound).then((outcome) => {
        if (next.stop.signal.aborted) return
        setFailed(outcome === 'failed')
        setRunning((now) => (now === next ? undefined : now))
      })
    },
  }
}
