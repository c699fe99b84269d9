// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { toStoredSettings } from './stored-settings.ts'
import { STORAGE_KEYS, readJson, writeJson } from '../storage/storage.ts'
import { group } from './normalise.ts'
import { SETTINGS } from './schema.ts'

const settings = group(SETTINGS)

/** Loads the module like a reloaded page. */
async function reload() {
  vi.resetModules()
  return import('./index.ts')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the settings', () => {
  it('have the specified defaults', () => {
    expect(settings.fallback).toMatchObject({
      activeAgentId: 'v_agent',
      preferredCodingLanguage: 'python',
      generateDiagrams: true,
      maxHistoryMessages: 12,
      sttPreference: 'server',
      ttsProvider: 'server',
      ttsVolume: 0.9,
      ttsRate: 1.2,
      ttsPitch: 1,
      autoPlayTts: true,
      defaultTutorLevel: 'intermediate',
    })
  })

  it('for voice have the specified defaults', () => {
    expect(settings.fallback).toMatchObject({
      audioInputMode: 'push-to-talk',
      showLiveTranscription: true,
      vadCommandTimeoutMs: 4_000,
      vad: { threshold: 0.15, silenceMs: 3_000, commandPauseMs: 1_500 },
      wakeWords: ['v', 'vee', 'victoria', 'hey v'],
      continuous: {
        pauseTimeoutMs: 6_500,
        autoSend: true,
        silenceSendDelayMs: 2_500,
        listenDuringResponse: false,
        sensitivityDb: -50,
        minSegmentSeconds: 0.5,
        maxSegmentSeconds: 28,
      },
    })
  })

  it.each([
    ['light', 'automatic'],
    ['noisy-room', 'noisy-room'],
    ['volume', 'volume'],
    ['loud', 'automatic'],
  ])('take the stored speech detector %s as %s: `light` was the default once', (stored, taken) => {
    expect(settings.normalise({ speechDetector: stored }).speechDetector).toBe(taken)
  })

  it.each([
    ['fr', 'fr-FR'],
    ['zh_hant_tw', 'zh-TW'],
    ['es-419', 'es-419'],
    ['text', ''],
    ['\0', ''],
    ['en-x1', ''],
    ['z', ''],
    [7, ''],
  ])('convert %j to the language “%s”, which every browser can name', (stored, taken) => {
    const { speechLanguage } = settings.normalise({ speechLanguage: stored })
    expect(speechLanguage).toBe(taken)
    if (taken !== '') new Intl.DisplayNames(['en'], { type: 'language' }).of(taken)
  })

  it.each([
    ['pauseTimeoutMs', 4_499, 4_500],
    ['pauseTimeoutMs', 20_001, 20_000],
    ['pauseTimeoutMs', 4_501, 4_501],
    ['pauseTimeoutMs', 'long', 6_500],
    ['pauseTimeoutMs', Number.NaN, 6_500],
    ['silenceSendDelayMs', 0, 1_500],
    ['silenceSendDelayMs', 7_001, 7_000],
    ['silenceSendDelayMs', null, 2_500],
    // A word must never count as an accidental tap, even if an older version allowed it.
    ['minSegmentSeconds', 5, 1],
  ] as const)('clamp for %s %j to the nearest valid value: %d', (name, stored, taken) => {
    expect(settings.normalise({ continuous: { [name]: stored } }).continuous[name]).toBe(taken)
  })

  it('store a change caused by another change', async () => {
    const first = await reload()
    const stop = first.useSettings.subscribe(({ activeAgentId }, before) => {
      if (activeAgentId !== before.activeAgentId)
        first.changeSettings({ activeAgentId: 'diary_agent', selectedTtsVoiceId: 'openai_onyx' })
    })
    first.changeSettings({ activeAgentId: 'tutor_agent' })
    stop()
    const second = await reload()
    expect(second.useSettings.getState()).toMatchObject({
      activeAgentId: 'diary_agent',
      selectedTtsVoiceId: 'openai_onyx',
    })
  })

  it('survive a reload', async () => {
    const first = await reload()
    first.changeSettings({ muted: true, ttsRate: 9 })
    const second = await reload()
    expect(second.useSettings.getState()).toMatchObject({ muted: true, ttsRate: 4, autoPlayTts: true })
  })

  it('preserve concurrent changes of another tab', async () => {
    const here = await reload()
    const there = await reload()
    there.changeSettings({ selectedAudioInputDeviceId: 'headset' })
    here.changeSettings({ activeAgentId: 'tutor_agent' })
    const later = await reload()
    expect(later.useSettings.getState()).toMatchObject({
      selectedAudioInputDeviceId: 'headset',
      activeAgentId: 'tutor_agent',
    })
  })

  it('migrate valid values of an older or damaged store', async () => {
    writeJson(STORAGE_KEYS.userSettings, {
      ttsVolume: 'loud',
      maxHistoryMessages: 12.9,
      sttOptions: null,
      gone: 1,
    })
    const { useSettings, changeSettings } = await reload()
    expect(useSettings.getState()).toEqual(settings.fallback)
    changeSettings({})
    expect(readJson(STORAGE_KEYS.userSettings)).toEqual(toStoredSettings(settings.fallback))
  })

  it('keep the names under which they have always been stored', async () => {
    const bending = { warning: false, smallerModel: true, browserVoice: true, ownKey: true }
    writeJson(STORAGE_KEYS.userSettings, { currentAppMode: 'tutor_agent', bending })
    const { useSettings, changeSettings } = await reload()
    const read = { activeAgentId: 'tutor_agent', allowedDegradation: bending }
    expect(useSettings.getState()).toMatchObject(read)
    changeSettings({})
    const stored = readJson(STORAGE_KEYS.userSettings)
    expect(stored).toMatchObject({ currentAppMode: 'tutor_agent', bending })
    expect(stored).not.toHaveProperty('allowedDegradation')
  })

  it('are migrated from an older version of the store, if valid', async () => {
    localStorage.setItem('vee.user-settings.v1.4', JSON.stringify({ ttsRate: 99, muted: true, wakeWords: 7 }))
    const { useSettings } = await reload()
    expect(useSettings.getState()).toEqual({ ...settings.fallback, ttsRate: 4, muted: true })
  })

  it('accept any input without an error, and are stable when normalized twice', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(SETTINGS)), fc.anything()), (stored) => {
        const once = settings.normalise(stored)
        expect(Object.keys(once)).toEqual(Object.keys(SETTINGS))
        expect(settings.normalise(once)).toEqual(once)
      }),
    )
  })

  it('start with the default agent if none was used', async () => {
    writeJson(STORAGE_KEYS.userSettings, { defaultMode: 'tutor_agent' })
    const { useSettings, savedAgentIsUnknown } = await reload()
    expect(useSettings.getState().activeAgentId).toBe('tutor_agent')
    expect(savedAgentIsUnknown()).toBe(false)
  })

  it('start a new visit with the default agent, and preserve the active one across a reload', async () => {
    writeJson(STORAGE_KEYS.userSettings, { defaultMode: 'tutor_agent', currentAppMode: 'nerf_agent' })
    expect((await reload()).useSettings.getState().activeAgentId).toBe('tutor_agent')
    writeJson(STORAGE_KEYS.userSettings, { defaultMode: 'tutor_agent', currentAppMode: 'nerf_agent' })
    expect((await reload()).useSettings.getState().activeAgentId).toBe('nerf_agent')
    sessionStorage.setItem('vee.visit-day', 'Mon Jan 05 2026')
    expect((await reload()).useSettings.getState().activeAgentId).toBe('tutor_agent')
  })

  it.each([
    ['general', 'v_agent', false],
    [`own_${'a'.repeat(32)}`, `own_${'a'.repeat(32)}`, false],
    ['ghost', 'v_agent', true],
    [7, 'v_agent', true],
  ])('resolve the saved agent %j to %s', async (saved, agent, isUnknown) => {
    writeJson(STORAGE_KEYS.userSettings, { currentAppMode: saved })
    const { useSettings, savedAgentIsUnknown } = await reload()
    expect(useSettings.getState().activeAgentId).toBe(agent)
    expect(savedAgentIsUnknown()).toBe(isUnknown)
  })

  it.each([0, 101, Number.NaN, '50'])('treat %j messages of history as 12', (stored) => {
    expect(settings.normalise({ maxHistoryMessages: stored }).maxHistoryMessages).toBe(12)
  })
})
