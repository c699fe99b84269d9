import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPiperTts } from './piper-tts.ts'

const FAKE = join(import.meta.dirname, '../../../../../fakes/piper')
const never = () => new AbortController().signal

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vee-piper-'))
})
afterEach(() => rm(folder, { recursive: true }))

const piper = (searchPath = FAKE, folders: readonly string[] = [folder]) =>
  createPiperTts({ searchPath, folders, timeLimitMs: 5_000 })

async function addVoice(name: string, description: string) {
  await mkdir(join(folder, 'voices'), { recursive: true })
  await writeFile(join(folder, 'voices', `${name}.onnx`), 'no model')
  await writeFile(join(folder, 'voices', `${name}.onnx.json`), description)
}

/** Creates a program that writes its arguments and its input as its audio. */
async function echoingProgram(): Promise<string> {
  await writeFile(join(folder, 'piper'), '#!/bin/sh\nprintf "%s|" "$@"\ncat\n', { mode: 0o755 })
  return folder
}

const request = {
  text: 'Hello.',
  providerVoiceId: 'en_US-amy-low',
  speed: 2,
  format: 'pcm',
  language: 'en',
  caller: 'ann',
} as const

describe('Piper', () => {
  it('is unavailable without the program, and without a voice', async () => {
    expect(await piper('/nowhere').availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('not installed') as string,
    })
    expect(await piper().availability()).toMatchObject({ available: false, envVar: 'PIPER_VOICES' })
  })

  it('offers the voices whose description can be read', async () => {
    await addVoice('zh_CN-huayan-medium', '{"audio":{"sample_rate":22050},"language":{"code":"zh_CN"}}')
    await addVoice('de-thorsten-low', '{"audio":{"sample_rate":16000},"espeak":{"voice":"de"}}')
    await addVoice('en_US-damaged-low', '{"audio":')
    await addVoice('en_US-huge-low', '{"audio":{"sample_rate":400000},"language":{"code":"en_US"}}')
    await writeFile(join(folder, 'voices', 'en_US-alone-low.onnx'), 'no description')
    expect(await piper().voices()).toMatchObject([
      { id: 'piper_de-thorsten-low', name: 'Thorsten', lang: 'de', quality: 'natural', isDefault: true },
      { id: 'piper_zh_CN-huayan-medium', name: 'Huayan', lang: 'zh-CN', isDefault: false },
    ])
  })

  it('gets the text as one line of its input, and the speed as a length', async () => {
    await addVoice('en_US-amy-low', '{"audio":{"sample_rate":24000},"language":{"code":"en_US"}}')
    const searchPath = await echoingProgram()
    const chunks: Uint8Array[] = []
    const text = 'One.\nTwo [[x]] $(x)  '
    for await (const chunk of await piper(searchPath).synthesize({ ...request, text }, never()))
      chunks.push(chunk)
    const model = join(folder, 'voices', 'en_US-amy-low.onnx')
    expect(Buffer.concat(chunks).toString('latin1')).toContain(
      `--model|${model}|--output_raw|--length_scale|0.500|One. Two [ [x]] $(x)`,
    )
  })

  it.each([
    ['exit 3', 'broken'],
    ['exit 0', 'empty'],
    ['exec cat /dev/zero', 'broken'],
  ])('fails where the program is `%s`, as %s', async (script, kind) => {
    await addVoice('en_US-amy-low', '{"audio":{"sample_rate":24000},"language":{"code":"en_US"}}')
    await writeFile(join(folder, 'piper'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const all = async () => {
      for await (const chunk of await piper(folder).synthesize({ ...request, format: 'wav' }, never())) {
        expect(chunk.length).toBeGreaterThan(0)
      }
    }
    await expect(all()).rejects.toMatchObject({ kind, provider: 'piper' })
  })
})
