import type { HostOverview } from '@vee/contract/entities/host'
import type { postChat } from '@vee/contract/http/chat'
import type { postTts } from '@vee/contract/http/speech'
import type { getSpeechStatus, SpeechStatus } from '@vee/contract/http/system'
import { Play, Plus, Stethoscope } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { providerName } from './provider-texts.ts'
import { HostEmbeddingEndpoint } from './embedding.tsx'
import { HostSearchEngines } from './search-engines.tsx'
import { SpeechProviderRow } from './speech-provider-row.tsx'
import { Unconnected } from './unconnected.tsx'

interface SetupProps {
  readonly overview: HostOverview
  readonly onVoiceCheck: () => void
  readonly onAddModel: () => void
  /** opens the form of endpoints for a vendor, by its display name */
  readonly onConnect: (name: string) => void
}

/** Often enough for a bar that moves, in milliseconds. */
const ASK_EVERY_MS = 1_000

/**
 * Shows the server's providers of language models, speech recognition and synthesis, their downloads, and a
 * test of each.
 */
export function Setup({ overview, onVoiceCheck, onAddModel, onConnect }: SetupProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  const { api } = useHostActions()
  const language = useLanguage()
  const { answer, reload } = useAnswer('speech', (signal) =>
    api.json<typeof getSpeechStatus>('GET', '/system/speech', { query: { language }, signal }),
  )
  const status = answer.status === 'ready' ? answer.value : undefined
  const isFetching = status !== undefined && isAnythingFetched(status)
  useEffect(() => {
    if (!isFetching) return undefined
    const timer = setInterval(reload, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isFetching, reload])
  const llms = overview.providers.filter(({ service }) => service === 'llm')
  return (
    <div className={styles['part']}>
      <p>{t('setup.intro')}</p>
      <Ability
        title={t('setup.thinks')}
        test={
          <>
            <Unconnected providers={llms.filter(({ available }) => !available)} onConnect={onConnect} />
            <ThinkingTest />
            <Button icon={Plus} onClick={onAddModel}>
              {models('endpoints.add')}
            </Button>
          </>
        }
      >
        {llms
          .filter(({ available }) => available)
          .map(({ id, name }) => (
            <li key={id} className={styles['provider']}>
              <span className={styles['state']}>
                <strong>{providerName(t, name)}</strong>
                <Badge tone="success">{t('providers.ready')}</Badge>
              </span>
            </li>
          ))}
      </Ability>
      <Ability
        title={t('setup.hears')}
        test={
          <Button icon={Stethoscope} onClick={onVoiceCheck}>
            {t('setup.test')}
          </Button>
        }
      >
        {status?.hearing.map((provider) => (
          <SpeechProviderRow key={provider.id} direction="hearing" provider={provider} onChanged={reload} />
        ))}
      </Ability>
      <Ability title={t('setup.speaks')} test={<SpeakingTest providers={status?.speaking ?? []} />}>
        {status?.speaking.map((provider) => (
          <SpeechProviderRow key={provider.id} direction="speaking" provider={provider} onChanged={reload} />
        ))}
      </Ability>
      <HostSearchEngines />
      <HostEmbeddingEndpoint />
    </div>
  )
}

const isAnythingFetched = ({ hearing, speaking }: SpeechStatus) =>
  [...hearing, ...speaking].some(({ preparation }) => preparation?.state === 'running')

interface AbilityProps {
  readonly title: string
  readonly test: ReactNode
  readonly children: ReactNode
}

function Ability({ title, test, children }: AbilityProps) {
  return (
    <section className={styles['ability']} aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
      {test}
    </section>
  )
}

/** Runs a test and shows its outcome; `run` returns a sentence. */
function TestButton({ run }: { readonly run: () => Promise<string> }) {
  const t = useTexts('host')
  const [result, setResult] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  async function test(): Promise<void> {
    setIsRunning(true)
    setResult('')
    const text = await run().catch((error: unknown) =>
      t('setup.failed', { reason: error instanceof Error ? error.message : '' }),
    )
    setResult(text)
    setIsRunning(false)
  }
  return (
    <div className={styles['test']}>
      <Button icon={Play} disabled={isRunning} onClick={() => void test()}>
        {t('setup.test')}
      </Button>
      <output>{result}</output>
    </div>
  )
}

/** Maximum length of the shown reply, in characters. */
const SHOWN_LENGTH = 120

function ThinkingTest() {
  const t = useTexts('host')
  const { api } = useHostActions()
  const seconds = useSeconds()
  const run = async () => {
    const begun = performance.now()
    const messages = [{ role: 'user' as const, content: t('setup.sentence') }]
    const body = { replyId: randomId(), stream: false, messages }
    const reply = await api.json<typeof postChat>('POST', '/chat', { body })
    const content = 'content' in reply ? reply.content : ''
    return t('setup.thinksWorks', { seconds: seconds(begun), text: content.slice(0, SHOWN_LENGTH) })
  }
  return <TestButton run={run} />
}

function SpeakingTest({ providers }: { readonly providers: SpeechStatus['speaking'] }) {
  const t = useTexts('host')
  const { api } = useHostActions()
  const language = useLanguage()
  const seconds = useSeconds()
  const run = async () => {
    const begun = performance.now()
    const body = { text: t('setup.sentence'), format: 'wav', language } as const
    const response = await api.send<typeof postTts>('POST', '/tts', { body })
    const address = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'audio/wav' }))
    const sound = new Audio(address)
    sound.addEventListener('ended', () => URL.revokeObjectURL(address))
    await sound.play()
    const used = response.headers.get('x-tts-provider') ?? ''
    return t('setup.speaksWorks', {
      provider: providers.find(({ id }) => id === used)?.name ?? used,
      seconds: seconds(begun),
    })
  }
  return <TestButton run={run} />
}

function useSeconds(): (begun: number) => string {
  const language = useLanguage()
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  })
  return (begun) => format.format((performance.now() - begun) / 1_000)
}
