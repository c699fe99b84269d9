// @vitest-environment happy-dom
import type { Voice } from '@vee/contract/entities/voice'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { readOwnKeys } from '#lib/costs/own-keys.ts'
import { changePreferences, usePreferences } from '#lib/preferences/index.ts'
import { changeSettings, resetSettings, useSettings } from '#lib/settings/index.ts'
import { keepOwnKey } from '#lib/storage/keys-of-owner.ts'
import { DataSection } from './data-section.tsx'
import { SettingsView } from './settings.tsx'

// Preloads what is otherwise loaded on first use within a test.
beforeAll(async () => {
  await switchTexts('en')
  await Promise.all([loadLazyTexts(), import('#ui/feedback/overlay/dialog-popup.tsx')])
})
beforeEach(() => {
  localStorage.clear()
  resetSettings()
  json.mockReset()
  json.mockImplementation(async (_, path) =>
    path === '/own-keys/vendors' ? { vendors: ['openai', 'groq'] } : WORKS,
  )
})
afterEach(cleanup)

const ignore = () => {}
const json = vi.fn<(method: string, path: string, options?: { headers?: object }) => Promise<unknown>>()
const api = { json } as unknown as Api
const openAiVoice = (name: string, gender: Voice['gender']): Voice => ({
  id: `openai_${name}`,
  providerVoiceId: name,
  name,
  lang: 'mul',
  provider: 'openai',
  quality: 'natural',
  isDefault: false,
  gender,
  description: '',
})
const WORKS = {
  isWorking: true,
  model: 'llama-3.3',
  reply: 'Good day',
  firstTokenMs: 100,
  totalMs: 300,
  models: null,
  failure: null,
  status: null,
}

interface Shown {
  readonly data?: ReactNode
  readonly voices?: readonly Voice[]
  readonly isHost?: boolean
}

function show(section = '', { data = <p>data</p>, voices = [], isHost = false }: Shown = {}) {
  const onLanguage = vi.fn()
  const onAddress = vi.fn()
  const openServer = vi.fn()
  const playVoice = vi.fn(() => Promise.resolve('played' as const))
  render(
    <SettingsView
      address={section}
      onAddress={onAddress}
      server={isHost ? { href: '/en/host', open: openServer } : undefined}
      playVoice={playVoice}
      owner={undefined}
      api={api}
      agents={[
        {
          id: 'v_agent',
          label: 'V',
          locked: false,
          voiceWish: { pitch: 'low', tone: 'calm', pace: 0.95 },
        },
      ]}
      voices={voices}
      interfaceLanguage={{
        value: 'en',
        options: [
          { value: 'en', label: 'English', lang: 'en' },
          { value: 'de-DE', label: 'Deutsch', lang: 'de-DE' },
        ],
        onChange: onLanguage,
      }}
      themes={<p>themes</p>}
      memory={null}
      knowledge={null}
      usage={<p>Usage</p>}
      billing={<p>Billing</p>}
      teachWakeWords={<button type="button">Teach</button>}
      voiceCheck={<button type="button">Check</button>}
      data={data}
      teams={<p>teams</p>}
      account={<p>account</p>}
    />,
  )
  return { user: userEvent.setup(), onLanguage, onAddress, openServer, playVoice }
}

describe('the settings', () => {
  test('on a phone a list of the sections links to each of them', async () => {
    const { user, onAddress } = show('speaking')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Go to section' }), 'Cost limits')
    expect(onAddress).toHaveBeenLastCalledWith('costs')
  })

  test('a switch and a choice are saved at once', async () => {
    const { user } = show('speaking')
    await user.click(screen.getByRole('switch', { name: 'Read replies aloud' }))
    expect(useSettings.getState().autoPlayTts).toBe(false)
    cleanup()
    show('appearance')
    const size = screen.getByRole('group', { name: 'Text size' })
    await user.click(within(size).getByRole('radio', { name: 'Large' }))
    expect(usePreferences.getState().fontSize).toBe('large')
  })

  test('a number is applied on blur, and an invalid one is corrected', async () => {
    const { user } = show('costs')
    const limit = screen.getByRole('spinbutton', { name: 'Limit per day' })
    await user.clear(limit)
    await user.type(limit, '35')
    expect(useSettings.getState().costLimit.daily).toBe(0)
    await user.tab()
    expect(useSettings.getState().costLimit).toEqual({ session: 20, daily: 35, monthly: 0 })
    await user.clear(limit)
    await user.tab()
    expect(useSettings.getState().costLimit.daily).toBe(0)
  })

  test('a voice is offered with its language and gender, and described when selected', async () => {
    const voice = {
      id: 'openai_nova',
      providerVoiceId: 'nova',
      name: 'Nova',
      lang: 'de-DE',
      provider: 'openai',
      quality: 'natural',
      isDefault: false,
      gender: 'female',
      description: 'Fresh and energetic',
    } as const
    const { user } = show('speaking', { voices: [voice] })
    expect(screen.getByText('Fresh and energetic')).toBeDefined()
    await user.click(screen.getByText('More languages'))
    await user.click(screen.getByRole('radio', { name: /^Nova, German \(Germany\), female/ }))
    expect(useSettings.getState().selectedTtsVoiceId).toBe('openai_nova')
  })

  test('a voice without a valid language can be chosen like any other', async () => {
    changeSettings({ ttsProvider: 'browser' })
    const voice = {
      providerVoiceId: 'x',
      provider: 'browser',
      quality: 'natural',
      isDefault: false,
      gender: null,
      description: '',
    } as const
    const { user } = show('speaking', {
      voices: [
        { ...voice, id: 'browser_a', name: 'Nameless', lang: '' },
        { ...voice, id: 'browser_b', name: 'Anna', lang: 'de-DE' },
      ],
    })
    await user.click(screen.getByText('More languages'))
    expect(screen.getByRole('radio', { name: 'Nameless' })).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the voices' }), 'German')
    expect(screen.getByRole('radio', { name: 'Anna, German (Germany)' })).toBeDefined()
  })

  test('wake words are separated by the commas of any script', async () => {
    const { user } = show('listening')
    const words = screen.getByRole('textbox', { name: 'Wake words' })
    await user.clear(words)
    await user.type(words, 'ヴィー、ねえヴィー，Computer, vee')
    await user.tab()
    expect(useSettings.getState().wakeWords).toEqual(['ヴィー', 'ねえヴィー', 'computer', 'vee'])
  })

  test('an amount of money has its currency sign, a number of tokens has none', () => {
    show('costs')
    const money = screen.getByRole('spinbutton', { name: 'Limit per day' })
    expect(money?.parentElement?.textContent).toBe('$')
    cleanup()
    show('conversation')
    const tokens = screen.getByRole('spinbutton', { name: 'Context limit in tokens', hidden: true })
    expect(tokens?.parentElement?.textContent).toBe('')
  })

  test('a manually selected language is locked, following the page is not', async () => {
    const { user } = show('language')
    const spoken = screen.getByRole('combobox', { name: 'Spoken language' })
    await user.selectOptions(spoken, 'ja-JP')
    expect(useSettings.getState()).toMatchObject({ speechLanguage: 'ja-JP', languagePreferenceLocked: true })
    changeSettings({ languagePreferenceLocked: false })
    await user.selectOptions(spoken, '')
    expect(useSettings.getState()).toMatchObject({ speechLanguage: '', languagePreferenceLocked: false })
  })

  test('the languages that one speaks are chosen in order, and removed', async () => {
    const { user } = show('language')
    const group = within(screen.getByRole('group', { name: 'Languages I speak' }))
    await user.click(group.getByRole('checkbox', { name: 'German (Germany)' }))
    await user.click(group.getByRole('checkbox', { name: 'American English' }))
    expect(useSettings.getState().spokenLanguages).toEqual(['de-DE', 'en-US'])
    await user.click(group.getByRole('checkbox', { name: 'German (Germany)' }))
    expect(useSettings.getState().spokenLanguages).toEqual(['en-US'])
  })

  test('are found by their texts, in every section', async () => {
    const { user } = show()
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'pitch')
    expect(screen.getAllByRole('slider')).toHaveLength(1)
    expect(screen.getByRole('slider', { name: 'Pitch' })).toBeDefined()
    expect(screen.getByText('2 settings found')).toBeDefined()
  })

  test('show one section a page, and the first one without an address', () => {
    show()
    expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
      'Speech recognition',
    ])
    cleanup()
    show('data')
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Privacy and data')
    expect(screen.getByRole('link', { name: 'Privacy and data', current: 'page' })).toBeDefined()
  })

  test('lead administrators to the server first', async () => {
    const { user, openServer } = show('', { isHost: true })
    const [first] = within(screen.getByRole('navigation', { name: 'Settings sections' })).getAllByRole('link')
    expect(first?.textContent).toBe('Server')
    if (first) await user.click(first)
    expect(openServer).toHaveBeenCalledOnce()
  })

  test('offer at most 15 voices of the own language first, each with a sample', async () => {
    const voices = Array.from({ length: 121 }, (_, index) => ({
      id: `espeak_${index}`,
      providerVoiceId: String(index),
      name: index % 3 === 0 ? 'English (America)' : 'hyw',
      lang: index % 3 === 0 ? 'en-US' : 'hyw',
      provider: 'espeak',
      quality: 'basic' as const,
      isDefault: false,
      gender: 'male' as const,
      description: '',
    }))
    const { user, playVoice } = show('speaking', { voices })
    const list = within(screen.getByRole('group', { name: 'Voice' })).getAllByRole('list')[0]
    if (!list) throw new Error('there is no list')
    expect(within(list).getAllByRole('radio')).toHaveLength(15)
    expect(within(list).getAllByRole('button', { name: /^Play: / })).toHaveLength(15)
    await user.click(within(list).getAllByRole('button', { name: /^Play: English/ })[2] as HTMLElement)
    expect(playVoice).toHaveBeenCalledExactlyOnceWith(voices[6], expect.any(AbortSignal), {})
  })

  test('let each assistant have a voice, which can be heard and given back', async () => {
    const [nova, onyx] = [openAiVoice('Nova', 'female'), openAiVoice('Onyx', 'male')]
    const { user, playVoice } = show('speaking', { voices: [nova, onyx] })
    await user.click(screen.getByText('Voices of assistants'))
    const select = screen.getByRole('combobox', { name: 'V' })
    await user.click(screen.getByRole('button', { name: 'Play: V' }))
    const sound = { semitones: 0, pace: 0.95 }
    expect(playVoice).toHaveBeenCalledExactlyOnceWith(onyx, expect.any(AbortSignal), sound)
    await user.selectOptions(select, 'Nova')
    expect(useSettings.getState().voiceByAgent).toEqual({ v_agent: 'openai_Nova' })
    await user.click(screen.getByRole('button', { name: 'Play: V' }))
    expect(playVoice).toHaveBeenLastCalledWith(nova, expect.any(AbortSignal), sound)
    await user.selectOptions(select, 'Automatic')
    expect(useSettings.getState().voiceByAgent).toEqual({})
  })

  test('a key is stored, masked and removed', async () => {
    const { user } = show('keys')
    const field = screen.getByLabelText('OpenAI key')
    expect(field.getAttribute('type')).toBe('password')
    await user.type(field, 'sk-abcdefgh1234{Enter}')
    expect(readOwnKeys()).toEqual({ openai: 'sk-abcdefgh1234' })
    expect(screen.getByText('Saved: ••••1234')).toBeDefined()
    expect(document.body.textContent).not.toContain('abcdefgh')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(readOwnKeys()).toEqual({})
  })

  test('a key for another vendor that the host allows is tested before it is stored', async () => {
    const { user } = show('keys')
    await vi.waitFor(() => expect(screen.queryByLabelText('Mistral key')).toBeNull())
    await user.type(screen.getByLabelText('Groq key'), 'gsk one')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(screen.getByText(/This is no key/)).toBeDefined()
    await user.clear(screen.getByLabelText('Groq key'))
    await user.type(screen.getByLabelText('Groq key'), 'gsk-abcdefgh1234')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText(/It works\. llama-3\.3 replied after/)).toBeDefined()
    expect(json).toHaveBeenLastCalledWith('POST', '/own-keys/test', {
      body: { vendor: 'groq' },
      headers: { 'x-own-key-groq': 'gsk-abcdefgh1234' },
    })
    expect(readOwnKeys()).toEqual({})
  })

  test('a stored key for a vendor that the host does not allow can be removed', async () => {
    keepOwnKey('mistral', 'abcdefgh1234')
    const { user } = show('keys')
    expect(await screen.findByText(/This server does not use keys of this provider/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Test' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(readOwnKeys()).toEqual({})
  })
})

test('a reset requires a confirmation', async () => {
  const tell = vi.fn()
  changeSettings({ ttsRate: 2 })
  changePreferences({ compactMode: true })
  const { user } = show('data', {
    data: <DataSection tell={tell} onForgetChat={ignore} onForgetBrowser={ignore} />,
  })
  await user.click(screen.getByRole('button', { name: 'Reset all settings' }))
  expect(useSettings.getState().ttsRate).toBe(2)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Reset all settings' }))
  expect(useSettings.getState().ttsRate).toBe(1.2)
  expect(usePreferences.getState().compactMode).toBe(false)
  expect(tell).toHaveBeenCalledWith({ type: 'success', title: 'Settings reset' })
})
