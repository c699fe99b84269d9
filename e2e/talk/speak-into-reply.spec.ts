import { expect, microphone } from '../test.ts'
import { choose, test } from './talk-page.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

const REPLY = 'A token bucket limits how often something may happen. Each call takes one token out of it.'

test('speaking during a reply stops its speech, and the next question contains where it was interrupted', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  await choose(page, {
    audioInputMode: 'continuous',
    usesHeadphones: true,
    continuous: { listenDuringResponse: true },
  })
  upstream.scriptOnly(
    'transcription',
    { text: 'What is a token bucket?' },
    { text: 'Please tell me about the weather.' },
  )
  upstream.scriptOnly('chat', { text: `${REPLY} ${REPLY} ${REPLY}` })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Just talk')
  await speak('question.wav')
  await expect(talk.status).toContainText('Speak to interrupt')
  await speak('question.wav')
  await expect(talk.questions).toHaveCount(2)
  await expect(talk.questions.last()).toContainText('Please tell me about the weather.')
  const question = upstream.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
  expect(JSON.stringify(question?.json)).toContain('cut it off after the words')
})

test('what is said into a reply in half duplex is asked after it', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  await choose(page, { audioInputMode: 'continuous' })
  upstream.scriptOnly(
    'transcription',
    { text: 'What is a token bucket?' },
    { text: 'Please tell me about the weather.' },
  )
  upstream.scriptOnly('chat', { text: `${REPLY} ${REPLY} ${REPLY}` }, { text: 'It is sunny.' })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Just talk')
  await speak('question.wav')
  // How loud its echo is, is known after 0.8 s of the first voice.
  await expect(talk.spoken).toContainText('Each call takes one token')
  await expect(talk.status).toContainText('Vee listens again after the reply')
  await speak('question.wav')
  await expect
    .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/audio/transcriptions')).length)
    .toBeGreaterThan(1)
  // The voice continues.
  await expect(talk.status).toContainText('Vee listens again after the reply')
  await expect(talk.questions).toHaveCount(1)
  await expect(talk.questions).toHaveCount(2, { timeout: 30_000 })
  await expect(talk.questions.last()).toContainText('Please tell me about the weather.')
  await expect(talk.unspoken).toHaveCount(0)
  const question = upstream.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
  expect(JSON.stringify(question?.json)).not.toContain('cut it off after the words')
})

test('a long "mm-hm" pauses the voice, which then speaks to its end', async ({
  page,
  upstream,
  talk,
  speak,
}) => {
  await choose(page, {
    audioInputMode: 'continuous',
    usesHeadphones: true,
    continuous: { listenDuringResponse: true },
  })
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' }, { text: 'Mm-hm.' })
  upstream.scriptOnly('chat', { text: `${REPLY} ${REPLY} ${REPLY}` })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Just talk')
  await speak('question.wav')
  await expect(talk.status).toContainText('Speak to interrupt')
  await speak('question.wav')
  await expect
    .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/audio/transcriptions')).length)
    .toBeGreaterThan(1)
  await expect(talk.status).toContainText('Just talk', { timeout: 30_000 })
  await expect(talk.questions).toHaveCount(1)
  await expect(talk.unspoken).toHaveCount(0)
})

test('a model detects speech by default', async ({ page, upstream, talk, speak }) => {
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(globalThis, { veeFound: found })
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (!String(url).includes('silero')) return
        this.addEventListener('message', ({ data }: MessageEvent<{ type: string; probability?: number }>) => {
          found.push((data.probability ?? 0) > 0.9 ? 'speech' : data.type)
        })
      }
    }
  })
  await choose(page, { audioInputMode: 'continuous' })
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', { text: 'It is fine.' })
  await talk.open()
  await talk.microphone.click()
  const found = () => page.evaluate(() => (globalThis as unknown as { veeFound: string[] }).veeFound)
  await expect(talk.status).toContainText('Just talk')
  // At once: on a busy machine the model is given up after four seconds of sound. It gets what was said while it loaded.
  await speak('question.wav')
  await expect(talk.questions.first()).toContainText('What is a token bucket?')
  await expect.poll(found).toContain('speech')
})
