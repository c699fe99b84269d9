// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { changePreferences } from '#lib/preferences/index.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import { createWorld } from '#voice/session/voice-session.fixture.ts'
import { VoiceDock } from './voice-dock.tsx'

type World = ReturnType<typeof createWorld>

let world: World
const onFocusField = vi.fn()
const onToggleMute = vi.fn()

beforeAll(() => switchTexts('en'))

beforeEach(() => {
  world = createWorld()
  render(
    <VoiceDock
      session={world.session}
      composer={<textarea aria-label="Message" />}
      action={<button type="button">Send</button>}
      onFocusField={onFocusField}
      onToggleMute={onToggleMute}
    />,
  )
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const microphone = () => screen.getByRole('button', { name: /^Microphone/ })
const shows = (text: RegExp | string) => waitFor(() => expect(screen.getByText(text)).toBeTruthy())

async function opens() {
  world.microphone.opens()
  await shows('Listening')
}

async function fails(reason: Parameters<World['microphone']['fails']>[0]) {
  fireEvent.pointerDown(microphone(), { button: 0 })
  await act(async () => world.microphone.fails(reason))
  await screen.findByRole('alert')
}

it('shows that Vee is muted, while nothing else is active', async () => {
  await shows('Ready')
  expect(screen.queryByText('Voice off')).toBeNull()
  act(() => changeSettings({ muted: true }))
  await shows('Voice off')
  fireEvent.pointerDown(microphone(), { button: 0 })
  await opens()
  expect(screen.queryByText('Voice off')).toBeNull()
  act(() => resetSettings())
})

it('shows how to start, unless disabled; activities are always shown', async () => {
  act(() => changeSettings({ showStartupHint: false }))
  fireEvent.pointerDown(microphone(), { button: 0 })
  await opens()
  await shows('Let go when you are done')
  act(() => void world.session.escape())
  await shows('Ready')
  expect(screen.queryByText('Hold the mic, or just type')).toBeNull()
  act(() => resetSettings())
  await shows('Hold the mic, or just type')
})

/** Speaks an utterance that the transcriber cannot transcribe. */
async function sayInVain() {
  fireEvent.pointerDown(microphone(), { button: 0 })
  await opens()
  act(() => world.clock.advance(2_000))
  fireEvent.pointerUp(microphone())
  await waitFor(() => expect(world.transcriber.isAsked).toBe(true))
  await act(async () => world.transcriber.fails('offline'))
  return await screen.findByRole('listitem')
}

describe('the microphone button', () => {
  it('shows the effect of a press during speech, if push-to-talk is not used', async () => {
    act(() => changeSettings({ audioInputMode: 'continuous' }))
    act(() => {
      world.controller().show({ kind: 'ready', mode: 'continuous' })
    })
    expect(microphone().getAttribute('aria-label')).toBe('Microphone: tap to stop listening')
    act(() => {
      world.session.replay('r1', 'A reply.', 0)
      world.speechOutput.emit({ type: 'started', turnId: world.speechOutput.turnId })
    })
    expect(microphone().getAttribute('aria-label')).toBe('Microphone: press to interrupt and talk')
    // Another tab speaks, or a headset key was pressed.
    act(() => world.session.setPaused(true))
    await shows('Paused')
    act(() => resetSettings())
  })

  it('ends the recording when its screen is unmounted', async () => {
    fireEvent.pointerDown(microphone(), { button: 0 })
    await opens()
    expect(world.microphone.openCount).toBe(1)
    cleanup()
    await waitFor(() => expect(world.microphone.openCount).toBe(0))
  })

  it('records while it is held', async () => {
    fireEvent.pointerDown(microphone(), { button: 0 })
    await shows('Connecting')
    await opens()
    await shows('Let go when you are done')
    act(() => world.clock.advance(1_000))
    fireEvent.pointerUp(microphone())
    await shows('Transcribing')
  })

  it('records from one tap to the next', async () => {
    fireEvent.pointerDown(microphone(), { button: 0 })
    fireEvent.pointerUp(microphone())
    await opens()
    await shows('Tap again when you are done')
    expect(microphone().getAttribute('aria-pressed')).toBe('true')
    act(() => world.clock.advance(3_000))
    fireEvent.pointerDown(microphone(), { button: 0 })
    fireEvent.pointerUp(microphone())
    await shows('Transcribing')
  })

  it('works with a key, whose click does not count twice', async () => {
    fireEvent.keyDown(microphone(), { code: 'Space', key: ' ' })
    fireEvent.keyDown(microphone(), { code: 'Space', key: ' ', repeat: true })
    await opens()
    act(() => world.clock.advance(1_000))
    fireEvent.keyUp(microphone(), { code: 'Space', key: ' ' })
    await shows('Transcribing')
  })

  it("treats a screen reader's click as a tap", async () => {
    fireEvent.click(microphone(), { detail: 0 })
    await opens()
    await shows('Tap again when you are done')
  })

  it('ignores the other buttons of the mouse', () => {
    fireEvent.pointerDown(microphone(), { button: 2 })
    expect(screen.getByText('Ready')).toBeTruthy()
  })
})

const words = () => screen.queryByText('what is')?.textContent

describe('the state line', () => {
  it('announces the activity in a live region', async () => {
    act(() => void world.session.submit('hello'))
    const status = screen.getByText('Processing').closest('output')
    expect(status?.textContent).toContain('Waiting for the reply')
  })

  it('explains why it will ask for the microphone before it does', async () => {
    await shows('Vee listens only while you talk. Your browser asks first.')
  })

  it('shows the transcript during speech, unless one of the two settings disables it', async () => {
    act(() => changeSettings({ sendsTranscriptAtOnce: true }))
    fireEvent.pointerDown(microphone(), { button: 0 })
    await opens()
    act(() => world.transcriber.requests[0]?.onInterim({ text: 'what is', tail: ' a tok' }))
    expect(words()).toBe('what is a tok')
    expect(screen.getByText('a tok').textContent).toBe(' a tok')
    act(() => changePreferences({ showTranscriptions: false }))
    expect(words()).toBeUndefined()
    act(() => changePreferences({ showTranscriptions: true }))
    expect(words()).toBe('what is a tok')
    act(() => changeSettings({ showLiveTranscription: false }))
    expect(words()).toBeUndefined()
    act(() => resetSettings())
  })

  it('leaves words that are reviewed to the message field', async () => {
    fireEvent.pointerDown(microphone(), { button: 0 })
    await opens()
    act(() => world.transcriber.requests[0]?.onInterim({ text: 'what is', tail: ' a tok' }))
    expect(words()).toBeUndefined()
  })

  it('offers a tap to enable audio if the browser blocks it', async () => {
    act(() => {
      world.session.submit('hello')
      const turnId = world.asked[0]?.turnId ?? ''
      world.session.progress({ type: 'reply-started', turnId, replyId: 'r1' })
      world.session.progress({ type: 'reply-text', turnId, text: 'Well' })
      world.speechOutput.emit({ type: 'needs-gesture', turnId })
    })
    fireEvent.click(screen.getByRole('button', { name: 'Tap to hear' }))
    expect(world.speechOutput.isUnlocked).toBe(true)
  })

  it('offers every mode, and applies the chosen one', async () => {
    const chip = screen.getByRole('button', { name: 'Input mode: Hold to talk' })
    fireEvent.click(chip)
    expect(chip.getAttribute('aria-expanded')).toBe('true')
    const choices = await screen.findAllByRole('menuitemcheckbox', {}, { timeout: 10_000 })
    expect(choices.map((choice) => choice.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false'])
    fireEvent.click(choices[1] ?? chip)
    expect(
      await screen.findByRole('button', { name: 'Input mode: Continuous' }, { timeout: 10_000 }),
    ).toBeTruthy()
    expect(microphone().getAttribute('aria-label')).toBe('Microphone: tap to start listening')
    act(() => resetSettings())
  })
})

describe('an unavailable microphone', () => {
  it.each([
    ['denied', 'Microphone access is blocked for this page.'],
    ['none', 'No microphone was found.'],
    ['busy', 'Another program is using the microphone.'],
  ] as const)('is explained with a solution: %s', async (reason, title) => {
    await fails(reason)
    const card = within(screen.getByRole('alert'))
    expect(card.getByText(title)).toBeTruthy()
    expect(card.getByText(/You can still type/)).toBeTruthy()
    fireEvent.click(card.getByRole('button', { name: 'Try again' }))
    await shows('Connecting')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('offers no retry if it cannot help', async () => {
    await fails('insecure')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Type instead' }))
    expect(onFocusField).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a failed utterance', () => {
  it('shows the reason, and can be retried', async () => {
    const card = within(await sayInVain())
    expect(card.getByText(/You appear to be offline/)).toBeTruthy()
    fireEvent.click(card.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(world.transcriber.isAsked).toBe(true))
    await act(async () => world.transcriber.hears('at last'))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
    expect(world.composer.text).toBe('at last')
  })

  it('can be typed, downloaded and discarded', async () => {
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const card = within(await sayInVain())
    fireEvent.click(card.getByRole('button', { name: 'Download' }))
    expect(names).toEqual([expect.stringMatching(/^vee-\d{4}-\d{2}-\d{2}-\d{2}-\d{2}-\d{2}\.wav$/)])
    fireEvent.click(card.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('listitem')).toBeNull()
    click.mockRestore()
  })
})

describe('a notice', () => {
  it('is announced, can be dismissed, and leaves by itself', async () => {
    act(() => world.session.notify('recording-limit'))
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/limited to ten minutes/)).toBeNull()
    vi.useFakeTimers()
    act(() => world.session.notify('recording-limit'))
    act(() => world.session.notify('listening-idle'))
    expect(screen.getByText(/No speech for 15 minutes/)).toBeTruthy()
    expect(screen.queryByText(/limited to ten minutes/)).toBeNull()
    act(() => void vi.advanceTimersByTime(8_000))
    expect(screen.queryByText(/No speech for 15 minutes/)).toBeNull()
    expect(world.session.snapshot().notices).toEqual([])
    vi.useRealTimers()
  })
})

async function hold(press: () => void) {
  press()
  await opens()
  act(() => world.clock.advance(1_000))
}

describe('a held button that loses the focus', () => {
  it('stays held by a pointer: a closing menu restores the focus', async () => {
    await hold(() => fireEvent.pointerDown(microphone(), { button: 0 }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    fireEvent.blur(microphone())
    expect(screen.getByText('Listening')).toBeTruthy()
    fireEvent.pointerUp(microphone())
    await shows('Transcribing')
  })

  it('is released when the window loses the focus as well', async () => {
    await hold(() => fireEvent.pointerDown(microphone(), { button: 0 }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    fireEvent.blur(microphone())
    await shows('Transcribing')
  })

  it('is released if a key holds it', async () => {
    await hold(() => fireEvent.keyDown(microphone(), { key: 'Enter' }))
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    fireEvent.blur(microphone())
    await shows('Transcribing')
  })
})

describe('the keys', () => {
  it('talk while Space is held outside fields', async () => {
    fireEvent.keyDown(document.body, { code: 'Space', key: ' ' })
    await opens()
    act(() => world.clock.advance(1_000))
    fireEvent.keyUp(document.body, { code: 'Space', key: ' ' })
    await shows('Transcribing')
  })

  it('are released when the window loses the focus', async () => {
    fireEvent.keyDown(document.body, { code: 'Space', key: ' ' })
    await opens()
    act(() => world.clock.advance(1_000))
    fireEvent.blur(window)
    await shows('Transcribing')
  })

  it('are ordinary characters inside a field', () => {
    const field = screen.getByRole('textbox')
    for (const [code, key] of [
      ['Space', ' '],
      ['Slash', '/'],
      ['KeyM', 'm'],
    ]) {
      expect(fireEvent.keyDown(field, { code, key })).toBe(true)
    }
    expect(screen.getByText('Ready')).toBeTruthy()
    expect(onFocusField).not.toHaveBeenCalled()
    expect(onToggleMute).not.toHaveBeenCalled()
  })

  it('focus the message field and mute', () => {
    fireEvent.keyDown(document.body, { code: 'Slash', key: '/' })
    fireEvent.keyDown(document.body, { code: 'KeyM', key: 'm' })
    fireEvent.keyDown(document.body, { code: 'KeyM', key: 'm', ctrlKey: true })
    expect(onFocusField).toHaveBeenCalledOnce()
    expect(onToggleMute).toHaveBeenCalledOnce()
  })

  it('leave Escape to other handlers if there is nothing to stop', () => {
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true)
    fireEvent.keyDown(document.body, { code: 'Space', key: ' ' })
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
    expect(screen.getByText('Ready')).toBeTruthy()
  })
})
