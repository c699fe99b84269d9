import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { wavSeconds } from '../upstream/sound.ts'
import { serveRequests, type VendorServer } from '../serve-requests.ts'

const PARAMETERS: ReadonlySet<string> = new Set(
  'audio_url speech_models language_code language_detection language_detection_options keyterms_prompt'.split(
    ' ',
  ),
)
const MODELS: ReadonlySet<string> = new Set(['universal-3-pro', 'universal-2'])

interface Job {
  readonly id: string
  readonly body: Record<string, unknown>
  readonly audio: Buffer
  polls: number
}

export interface AssemblyAiServer extends VendorServer {
  /** ids of transcripts that are stored */
  readonly stored: readonly string[]
}

/** A fake of AssemblyAI's jobs for recordings: a job is completed when it has been asked for twice. */
export async function startAssemblyAi(apiKey: string, text: string): Promise<AssemblyAiServer> {
  const uploads = new Map<string, Buffer>()
  const jobs = new Map<string, Job>()
  const describe = ({ id, body, audio, polls }: Job) => {
    const isAudio = wavSeconds(audio) !== undefined
    const done = isAudio ? 'completed' : 'error'
    const status = polls > 1 ? done : 'processing'
    return {
      id,
      ...body,
      status,
      text: status === 'completed' ? text : null,
      language_code: body['language_code'] ?? 'en_us',
      audio_duration: Math.ceil(wavSeconds(audio) ?? 0),
      error: status === 'error' ? 'File does not appear to contain audio.' : null,
    }
  }
  const handleRequest = ({ method, path, json, body }: RecordedRequest, response: ServerResponse) => {
    if (method === 'POST' && path === '/v2/upload') {
      const url = `https://cdn.assemblyai.com/upload/${randomUUID()}`
      uploads.set(url, body)
      return { upload_url: url }
    }
    if (method === 'POST' && path === '/v2/transcript') {
      const jobRequest = json as Record<string, unknown>
      const unknown = Object.keys(jobRequest).find((name) => !PARAMETERS.has(name))
      if (unknown !== undefined) return refuse(response, 400, `unknown ${unknown}`)
      const models = jobRequest['speech_models'] as readonly string[]
      if (models.some((model) => !MODELS.has(model))) return refuse(response, 400, 'no such model')
      const audio = uploads.get(String(jobRequest['audio_url']))
      if (!audio) return refuse(response, 400, 'no such file')
      const job = { id: randomUUID(), body: jobRequest, audio, polls: 0 }
      jobs.set(job.id, job)
      return { ...describe(job), status: 'queued' }
    }
    const job = jobs.get(path.replace('/v2/transcript/', ''))
    if (!job) return refuse(response, 404, 'Transcript lookup error')
    if (method === 'DELETE') jobs.delete(job.id)
    else job.polls += 1
    return describe(job)
  }
  const server = await serveRequests(({ headers }) => headers.authorization === apiKey, handleRequest)
  return {
    ...server,
    get stored() {
      return [...jobs.keys()]
    },
  }
}

function refuse(response: ServerResponse, status: number, error: string): undefined {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
