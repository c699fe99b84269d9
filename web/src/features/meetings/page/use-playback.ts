import type { TranscriptLine } from '@vee/contract/entities/meeting'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSettings } from '#lib/settings/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { playThrough } from '#voice/index.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import { soundPiecesOf } from '../recording/meeting-sound.ts'

/** Rounding tolerance in seconds between a line and its segment. */
const TOLERANCE = 0.05

export type Playing = { readonly lineId: string } | { readonly missing: string } | undefined

/** Finds the audio of a line; undefined if it was not stored. Rejects with IndexedStoreError or ApiError. */
export type FindSound = (
  line: TranscriptLine,
) => Promise<{ readonly audio: Blob; readonly start: number } | undefined>

/** Searches this browser, then the member's storage on the server. */
export function soundOf(
  indexedStore: IndexedStore,
  meetingId: string,
  server: ServerSound | undefined,
): FindSound {
  return async ({ start, track }) => {
    const pieces = await soundPiecesOf(meetingId, indexedStore, server)
    const piece = pieces.find(
      (candidate) =>
        candidate.track === track &&
        candidate.start <= start + TOLERANCE &&
        candidate.end > start + TOLERANCE,
    )
    return piece && { audio: await piece.open(), start: piece.start }
  }
}

/** Returns the line of a track that is spoken at a time in seconds. */
const lineAt = (lines: readonly TranscriptLine[], of: TranscriptLine['track'], seconds: number) =>
  lines.findLast(({ track, start }) => track === of && start <= seconds + TOLERANCE)

/** Returns the first line after a time in seconds. */
const lineAfter = (lines: readonly TranscriptLine[], seconds: number) =>
  lines.find(({ start }) => start > seconds - TOLERANCE)

/** Plays the recorded segments of lines in sequence, and reports the current line. */
export function usePlayback(find: FindSound, lines: readonly TranscriptLine[]) {
  const audio = useRef<HTMLAudioElement>(undefined)
  const address = useRef('')
  const latest = useRef(lines)
  const goOn = useRef<(line: TranscriptLine) => void>(() => {})
  const [playing, setPlaying] = useState<Playing>()
  const loudspeaker = useSettings((settings) => settings.selectedAudioOutputDeviceId)

  const end = useCallback(() => {
    audio.current?.pause()
    audio.current = undefined
    URL.revokeObjectURL(address.current)
  }, [])
  const stop = useCallback(() => {
    end()
    setPlaying(undefined)
  }, [end])
  useEffect(() => end, [end])
  useEffect(() => {
    if (audio.current) void playThrough(audio.current, loudspeaker)
  }, [loudspeaker])
  useEffect(() => {
    latest.current = lines
  })

  const play = useCallback(
    async (line: TranscriptLine): Promise<void> => {
      end()
      const sound = await find(line).catch(() => undefined)
      if (!sound) return setPlaying({ missing: line.id })
      address.current = URL.createObjectURL(sound.audio)
      const element = new Audio(address.current)
      audio.current = element
      element.currentTime = Math.max(0, line.start - sound.start)
      setPlaying({ lineId: line.id })
      const follow = () => {
        const seconds = sound.start + element.currentTime
        const spokenLine = lineAt(latest.current, line.track, seconds)
        if (spokenLine && audio.current === element) setPlaying({ lineId: spokenLine.id })
      }
      const next = () => {
        if (audio.current !== element) return
        const following = lineAfter(latest.current, sound.start + element.duration)
        if (following) goOn.current(following)
        else stop()
      }
      element.addEventListener('timeupdate', follow)
      element.addEventListener('ended', next)
      const chosen = useSettings.getState().selectedAudioOutputDeviceId
      // Another line may have been requested while the device was opened.
      if (chosen !== '') await playThrough(element, chosen)
      if (audio.current === element) await element.play().catch(stop)
    },
    [find, end, stop],
  )
  useEffect(() => {
    goOn.current = (line) => void play(line)
  }, [play])
  return { playing, play, stop }
}
