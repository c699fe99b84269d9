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

const input = (deviceId: string, cancelsEcho = true) => ({ deviceId, cancelsEcho })

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
    standby.keep(stream, input('desk'))
    expect(track).toMatchObject({ readyState: 'live', enabled: false })
    expect(standby.takeStream(input('desk'))).toBe(stream)
    expect(track).toMatchObject({ readyState: 'live', enabled: true })
    expect(standby.takeStream(input('desk'))).toBeUndefined()
    expect(changes).toEqual([true, false])
    vi.advanceTimersByTime(600_000)
    expect(track.readyState).toBe('live')
  })

  it('is closed where it is not wanted', () => {
    isWanted = false
    const { track, stream } = openDevice()
    standby.keep(stream, input(''))
    expect(track.readyState).toBe('ended')
    expect(standby.takeStream(input(''))).toBeUndefined()
    expect(changes).toEqual([])
  })

  it('is closed after two minutes', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, input(''))
    vi.advanceTimersByTime(119_000)
    expect(track.readyState).toBe('live')
    vi.advanceTimersByTime(1_000)
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([true, false])
  })

  it('is closed when the page is hidden', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, input(''))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([true, false])
  })

  it('is not opened in a hidden page', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { track, stream } = openDevice()
    standby.keep(stream, input(''))
    expect(track.readyState).toBe('ended')
    expect(changes).toEqual([])
  })

  it('is forgotten when it is unplugged', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, input(''))
    track.stop()
    track.dispatchEvent(new Event('ended'))
    expect(standby.takeStream(input(''))).toBeUndefined()
    expect(changes).toEqual([true, false])
  })

  it('is closed when another device is chosen, and when another stream replaces it', () => {
    const [first, second, third] = [openDevice(), openDevice(), openDevice()]
    standby.keep(first.stream, input('desk'))
    expect(standby.takeStream(input('headset'))).toBeUndefined()
    expect(first.track.readyState).toBe('ended')
    standby.keep(second.stream, input(''))
    standby.keep(third.stream, input(''))
    expect(second.track.readyState).toBe('ended')
    expect(standby.takeStream(input(''))).toBe(third.stream)
  })

  it('is opened anew with headphones, without the canceller of echoes', () => {
    const { track, stream } = openDevice()
    standby.keep(stream, input('desk'))
    expect(standby.takeStream(input('desk', false))).toBeUndefined()
    expect(track.readyState).toBe('ended')
  })

  it('is not a stream that has ended', () => {
    const { track, stream } = openDevice()
    track.stop()
    standby.keep(stream, input(''))
    expect(changes).toEqual([])
  })
})
