import type { getLlmStatus, getSpeechStatus, SpeechProvider } from '@vee/contract/http/system'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { readSetUpRole } from './may-set-up.ts'
import styles from './setup.module.css'

interface SetUpProps {
  readonly api: Api
  readonly dialogOptions: DialogOptions
  /** to the setup of the host's area */
  readonly openLink: ReactNode
  /** to the creation of an account, and to signing in */
  readonly accountLinks: ReactNode
}

/** Shows the current language model, recognition and synthesis, and how to change them. */
export function SetUp({ api, dialogOptions, openLink, accountLinks }: SetUpProps) {
  const t = useTexts('host')
  const shell = useTexts('shell')
  const common = useTexts('common')
  const language = useLanguage()
  const { answer } = useAnswer('set-up', async (signal) => {
    const [llm, speech, role] = await Promise.all([
      api.json<typeof getLlmStatus>('GET', '/system/llm-status', { signal }),
      api.json<typeof getSpeechStatus>('GET', '/system/speech', { query: { language }, signal }),
      readSetUpRole(api, signal),
    ])
    return { llm, speech, role }
  })
  if (answer.status !== 'ready') {
    return (
      <Dialog isOpen {...dialogOptions} title={shell('setUp')} closeLabel={common('close')}>
        <Skeleton lines={3} />
      </Dialog>
    )
  }
  const { llm, speech, role } = answer.value
  const models = Object.entries(llm.providers)
    .filter(([id, { available }]) => available && id !== BUILT_IN)
    .map(([id, { name = id }]) => name)
  const describe = ({ name, location, preparation }: SpeechProvider) =>
    preparation
      ? t('setup.download', { name: preparation.name, size: sizeText(preparation.bytesTotal, language) })
      : `${name} · ${t(location === 'server' ? 'setup.onServer' : 'setup.atVendor')}`
  const usable = (providers: readonly SpeechProvider[]) => {
    const used = providers.find(({ available }) => available)
    return used ? describe(used) : t('setUp.browser')
  }
  const speaks = (providers: readonly SpeechProvider[]) => {
    const used = providers.find(({ available }) => available)
    return used?.isFallback ? t('setUp.browserFirst', { voice: describe(used) }) : usable(providers)
  }
  return (
    <Dialog isOpen {...dialogOptions} title={shell('setUp')} closeLabel={common('close')}>
      <dl className={styles['rows']}>
        <dt>{t('setup.thinks')}</dt>
        <dd>{thinksBy(models, llm.ready, t)}</dd>
        <dt>{t('setup.hears')}</dt>
        <dd>{usable(speech.hearing)}</dd>
        <dt>{t('setup.speaks')}</dt>
        <dd>{speaks(speech.speaking)}</dd>
      </dl>
      {role === 'host' ? (
        openLink
      ) : (
        <>
          <p>{t('setUp.firstAccount')}</p>
          {accountLinks}
        </>
      )}
    </Dialog>
  )
}

/** The provider that answers without any model. */
const BUILT_IN = 'builtin'

function thinksBy(
  models: readonly string[],
  isReady: boolean,
  t: ReturnType<typeof useTexts<'host'>>,
): string {
  if (models.length > 0) return models.join(', ')
  return t(isReady ? 'setUp.builtIn' : 'setUp.nothing')
}
