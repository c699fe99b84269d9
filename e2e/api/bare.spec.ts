import { startVee } from '../vee.ts'
import { apiOf, expect, test } from './api.ts'

const question = (content: string) => ({ messages: [{ role: 'user', content }] })

test("a server without any connected provider replies by itself, in the user's language", async () => {
  const vee = await startVee({})
  try {
    const api = await apiOf(vee)
    const ask = async (content: string, locale: string, more = {}) => {
      const body = { ...question(content), ...more }
      const { json } = await api.call('POST', '/chat', { body, headers: { 'accept-language': locale } })
      expect(json).toMatchObject({ provider: 'builtin', costUsd: 0 })
      return (json as { content: string }).content
    }
    // Digits have no language; words do.
    expect(await ask('1000 * 1.5', 'de-DE')).toBe('1.500')
    expect(await ask('1000 * 1.5', 'en')).toBe('1,500')
    const german = await ask('Wer bist du?', 'de-DE')
    expect(await ask('Wer bist du?', 'fr-FR')).toBe(german)
    expect(await ask('Wer bist du?', 'de-DE', { language: 'fr-FR' })).not.toBe(german)
    expect((await api.call('GET', '/system/llm-status')).json).toMatchObject({
      ready: true,
      canTranscribe: false,
      providers: { builtin: { available: true }, openai: { available: false, envVar: 'OPENAI_API_KEY' } },
    })
  } finally {
    await vee.close()
  }
})

test('a server without providers reports that, on each endpoint', async () => {
  const vee = await startVee({ BUILTIN_RESPONDER: 'off', GLOBAL_ACCESS: 'off' })
  try {
    const api = await apiOf(vee)
    const audio = new FormData()
    audio.set('audio', new Blob(['sound']))
    for (const [path, body, error] of [
      ['/chat', question('Hello'), 'LLM_UNAVAILABLE'],
      ['/chat', { ...question('Hello'), stream: true }, 'LLM_UNAVAILABLE'],
      ['/stt', audio, 'STT_UNAVAILABLE'],
      ['/tts', { text: 'Hello' }, 'TTS_UNAVAILABLE'],
      ['/auth/global', { password: 'x' }, 'GLOBAL_ACCESS_DISABLED'],
    ] as const) {
      expect(await api.call('POST', path, { body })).toMatchObject({ status: 503, json: { error } })
    }
    expect((await api.call('GET', '/tts/voices')).json).toEqual({ voices: [], defaultVoiceId: null })
    expect((await api.call('GET', '/system/llm-status')).json).toMatchObject({
      ready: false,
      message: 'LLM services are unavailable.',
    })
    expect((await api.call('GET', '/ready')).status).toBe(200)
  } finally {
    await vee.close()
  }
})
