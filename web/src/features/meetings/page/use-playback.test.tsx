// @vitest-environment happy-dom
import type { TranscriptLine } from '@vee/contract/entities/meeting'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import { usePlayback } from './use-playback.ts'

const LINE: TranscriptLine = {
  id: 'a',
  start: 0,
  end: 1,
  track: 'me',
  speaker: null,
  text: 'We buy the boat.',
}
const find = () => Promise.resolve({ audio: new Blob(['sound']), start: 0 })

/** Calls of the browser's player, which is silent here. */
let asked: string[]
beforeEach(() => {
  asked = []
  resetSettings()
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      currentTime = 0
      setSinkId(id: string) {
        asked.push(`out of ${id}`)
        return id === 'gone' ? Promise.reject(new Error('NotFoundError')) : Promise.resolve()
      }
      play() {
        asked.push('play')
        return Promise.resolve()
      }
      pause() {
        asked.push('pause')
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function play(device: string) {
  changeSettings({ selectedAudioOutputDeviceId: device })
  const { result } = renderHook(() => usePlayback(find, [LINE]))
  await act(() => result.current.play(LINE))
}

it('plays through the chosen loudspeaker, from the first sample on, and switches when another is chosen', async () => {
  await play('desk')
  expect(asked).toEqual(['out of desk', 'play'])
  act(() => changeSettings({ selectedAudioOutputDeviceId: 'headset' }))
  expect(asked.slice(2)).toEqual(['out of headset'])
})

it('selects no device without a choice, and the default instead of a missing one', async () => {
  await play('')
  expect(asked).toEqual(['play'])
  cleanup()
  asked = []
  await play('gone')
  expect(asked).toEqual(['out of gone', 'play'])
})
