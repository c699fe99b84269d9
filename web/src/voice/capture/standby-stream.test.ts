// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StandbyStream } from './standby-stream.ts'

/** A stream of the browser, as far as devices are concerned. */
function openDevice() {
  const track = Object.assign(new EventTarget(), {
    readyState: 'live',
    enabled: true,
    stop() {
      track.readyState = 'ended'
    },
  })
  const tracks = () => [track]
  return { track, stream: { getTracks: tracks, getAudioTracks: tracks } as unknown as MediaStream }
}

let isWanted: boolean
let changes: boolean[]
let standby: StandbyStream

beforeEach(() => {
  vi.useFakeTimers()
  isWanted = true
  changes = []
  standby = new StandbyStream({ isWanted: () => isWanted, onChange: () => changes.push(standby.isOpen) })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a device on standby', () => {
  it('is open and muted, and audible when it is taken', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, 'desk')
    expect(track).toMatchObject({ readyState: 'live', enabled: false })
    expect(standby.take('desk')).toBe(stream)
    expect(track).toMatchObject({ readyState: 'live', enabled: true })
    expect(standby.take('desk')).toBeUndefined()
    expect(changes).toEqual([true, false])
    vi.advanceTimersByTime(600_000)
    expect(track.readyState).toBe('live')
  })

  it('is closed where it is not wanted', () => {
    isWanted = false
    const { track, stream } = openDevice()
    standby.keep(stream, '')
    expect(track.readyState).toBe('ended')
    expect(standby.take('')).toBeUndefined()
    expect(changes).toEqual([])
  })

  it('is closed after two minutes', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, '')
    vi.advanceTimersByTime(119_000)
    expect(track.readyState).toBe('live')
    vi.advanceTimersByTime(1_000)
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([true, false])
  })

  it('is closed when the page is hidden', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, '')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([true, false])
  })

  it('is not opened in a hidden page', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { track, stream } = openDevice()
    standby.keep(stream, '')
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([])
  })

  it('is forgotten when it is unplugged', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, '')
    track.stop()
    track.dispatchEvent(new Event('ended'))
    expect(standby.take('')).toBeUndefined()
    expect(changes).toEqual([true, false])
  })

  it('is closed when another device is chosen, and when another stream replaces it', () => {
    const [first, second, third] = [openDevice(), openDevice(), openDevice()]
    standby.keep(first.stream, 'desk')
    expect(standby.take('headset')).toBeUndefined()
    expect(first.track.readyState).toBe('ended')
    standby.keep(second.stream, '')
    standby.keep(third.stream, '')
    expect(second.track.readyState).toBe('ended')
    expect(standby.take('')).toBe(third.stream)
  })

  it('is not a stream that has ended', () => {
    const { track, stream } = openDevice()
    track.stop()
    standby.keep(stream, '')
    expect(changes).toEqual([])
  })
})
