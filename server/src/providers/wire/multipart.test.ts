import fc from 'fast-check'
import { expect, it } from 'vitest'
import { multipart } from './multipart.ts'

const read = ({ type, bytes }: ReturnType<typeof multipart>) =>
  new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()

it('is parsed to the same fields', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.uint8Array(), async (prompt, bytes) => {
      const form = await read(
        multipart(
          { model: 'whisper-1', prompt, language: undefined },
          { file: { name: 'utterance.wav', bytes } },
        ),
      )
      const file = form.get('file') as File
      expect([...form.keys()]).toEqual(['model', 'prompt', 'file'])
      expect(form.get('model')).toBe('whisper-1')
      expect(form.get('prompt')).toBe(prompt)
      expect(file.name).toBe('utterance.wav')
      expect(await file.bytes()).toEqual(bytes)
    }),
  )
})
