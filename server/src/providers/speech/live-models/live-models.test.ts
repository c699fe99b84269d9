import { describeLiveModel } from '../../../../../fakes/live-model-suite.ts'
import { startLiveModelService } from '../../../../../fakes/live-model/index.ts'
import { geminiLiveApi } from '../../../../../fakes/live-model/gemini.ts'
import { gptLiveApi } from '../../../../../fakes/live-model/gpt-live.ts'
import { openAiRealtime } from '../../../../../fakes/live-model/openai.ts'
import { createGeminiLive } from '../../gemini/gemini-live.ts'
import { createGptLive } from '../openai/gpt-live.ts'
import { createOpenAiRealtime } from '../openai/openai-realtime.ts'

describeLiveModel('OpenAI Realtime', {
  async create(timeoutMs) {
    const service = await startLiveModelService(openAiRealtime({ apiKey: 'sk-test' }))
    const model = createOpenAiRealtime({
      id: 'openai',
      name: 'OpenAI',
      location: 'vendor',
      apiKey: 'sk-test',
      baseUrl: `${service.url}/v1`,
      model: 'gpt-realtime-2.1',
      transcriptionModel: 'gpt-4o-mini-transcribe',
      price: 'free',
      timeoutMs,
    })
    return { model, service }
  },
})

describeLiveModel('Gemini Live', {
  async create(timeoutMs) {
    const service = await startLiveModelService(geminiLiveApi({ apiKey: 'AIza-test' }))
    const model = createGeminiLive({
      apiKey: 'AIza-test',
      baseUrl: service.url,
      model: 'gemini-3.8-live',
      price: 'free',
      timeoutMs,
    })
    return { model, service }
  },
})

describeLiveModel('GPT-Live', {
  async create(timeoutMs) {
    const service = await startLiveModelService(gptLiveApi({ apiKey: 'sk-test' }))
    const model = createGptLive({
      apiKey: 'sk-test',
      baseUrl: `${service.url}/v1`,
      model: 'gpt-live-1',
      price: 'free',
      timeoutMs,
    })
    return { model, service }
  },
  hasNoTools: true,
})
