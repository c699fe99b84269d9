import type { EndpointTest } from '@vee/contract/entities/model-endpoint'
import { ProviderFailure, type ProviderFailureKind } from './failure.ts'
import { ADDRESS_NOT_ALLOWED } from '#lib/public-network.ts'
import { fetchModels } from './wire/model-list.ts'
import type { EndpointConnection } from './endpoint-connection.ts'
import { createEndpointProvider, modelListOf } from './endpoint-provider.ts'

const LIST_TIMEOUT_MS = 5_000
const REPLY_TIMEOUT_MS = 20_000
const MAX_REPLY_LENGTH = 200
const QUESTION = 'Reply with one short sentence of greeting.'

const FAILURES: Readonly<Record<ProviderFailureKind, EndpointTest['failure']>> = {
  unauthorized: 'key',
  'rate-limited': 'busy',
  'no-credit': 'credit',
  refused: 'model',
  unavailable: 'address',
  timeout: 'timeout',
  cut: 'protocol',
  broken: 'protocol',
  empty: 'protocol',
  unreadable: 'protocol',
  'too-large': 'protocol',
}

/** Requests the models and one short reply. Never throws: a failure is a result. */
export async function testEndpoint(
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<EndpointTest> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const list = modelListOf(connection, LIST_TIMEOUT_MS)
  const models = (list && (await fetchModels(list))) ?? null
  const model = connection.models[0] ?? models?.[0] ?? null
  const failed = (failure: EndpointTest['failure'], status: number | null = null): EndpointTest => ({
    isWorking: false,
    model,
    reply: null,
    firstTokenMs: null,
    totalMs: elapsed(),
    models: models && [...models],
    failure,
    status,
  })
  // Without a model the request is still sent: its status distinguishes a wrong key from a wrong URL.
  const provider = createEndpointProvider(
    { ...connection, models: [model ?? 'default'] },
    { modelPrimary: '', timeoutMs: REPLY_TIMEOUT_MS },
  )
  let reply = ''
  let firstTokenMs: number | null = null
  try {
    await provider.stream(
      {
        model: model ?? 'default',
        system: 'You are a helpful assistant.',
        messages: [{ role: 'user', content: QUESTION }],
        agentId: 'v_agent',
        language: 'en',
        locale: 'en',
        maxOutputTokens: undefined,
        tools: [],
      },
      AbortSignal.any([signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)]),
      (event) => {
        if (event.type !== 'text') return
        firstTokenMs ??= elapsed()
        if (reply.length < MAX_REPLY_LENGTH) reply += event.text
      },
    )
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { kind, status = null } = error
    if (isNotAllowed(error)) return failed('network')
    if (status !== null && status >= 300 && status < 400) return failed('redirect', status)
    if (status === 404 && model === null && list) return failed('address', status)
    return failed(FAILURES[kind], status)
  }
  if (reply === '') return failed('timeout')
  return {
    isWorking: true,
    model,
    reply: reply.slice(0, MAX_REPLY_LENGTH),
    firstTokenMs,
    totalMs: elapsed(),
    models: models && [...models],
    failure: null,
    status: null,
  }
}

/** Returns whether the address is in a network to which an organization may not send requests. */
const isNotAllowed = ({ cause }: ProviderFailure) =>
  cause instanceof Error && 'code' in cause && cause.code === ADDRESS_NOT_ALLOWED
