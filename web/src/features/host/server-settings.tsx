import type { HostOverview } from '@vee/contract/entities/host'
import { MAX_NOTICE_LENGTH } from '@vee/contract/entities/host-limits'
import type { rotatePassphrase, updateHostLimits, updateNotice } from '@vee/contract/http/host'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { joinSentences } from '#i18n/sentence-separator.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { PlanSettingsForm } from './plan-settings.tsx'

interface ServerSettingsProps {
  readonly overview: HostOverview
  readonly onChanged: () => void
}

/** Shows the settings that can be changed while the server runs. */
export function ServerSettingsTab(props: ServerSettingsProps) {
  return (
    <div className={styles['parts']}>
      <Notice {...props} />
      <Limits {...props} />
      <PlanSettingsForm {...props} />
      <Passphrase {...props} />
    </div>
  )
}

function Notice({ overview: { notice }, onChanged }: ServerSettingsProps) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const { form, isSending, errorOf } = useForm<'text'>(async (typed) => {
    const text = typed('text').trim()
    if (Array.from(text).length > MAX_NOTICE_LENGTH) {
      return { field: 'text', text: t('notice.tooLong', { max: MAX_NOTICE_LENGTH }) }
    }
    const isDone = await runAction(t('notice.done'), () =>
      api.json<typeof updateNotice>('PATCH', '/host/notice', { body: { text } }),
    )
    if (isDone) onChanged()
    return undefined
  })
  return (
    <section className={styles['part']} aria-labelledby="host-notice">
      <h2 id="host-notice">{t('notice.title')}</h2>
      <p className={styles['hint']}>{t('notice.text')}</p>
      <form {...form} className={styles['form']}>
        <TextField
          label={t('notice.label')}
          name="text"
          autoComplete="off"
          defaultValue={notice?.text ?? ''}
          error={errorOf('text')}
        />
        <div>
          <Button type="submit" variant="primary" isLoading={isSending}>
            {t('notice.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

const LIMITS = ['demoRepliesPerDay', 'globalRequestsPerHour', 'monthlyCostThresholdUsd'] as const
type LimitName = (typeof LIMITS)[number]

/** Returns the typed limit: null for an empty field, undefined if it is no limit. */
function limitOf(name: LimitName, text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text.replace(',', '.'))
  const isGood = value >= 0 && value <= 1_000_000_000
  if (!isGood || (name !== 'monthlyCostThresholdUsd' && !Number.isInteger(value))) return undefined
  return value
}

function Limits({ overview: { limits }, onChanged }: ServerSettingsProps) {
  const t = useTexts('host')
  const figure = new Intl.NumberFormat(useLanguage())
  const { api, runAction } = useHostActions()
  const { form, isSending, errorOf } = useForm<LimitName>(async (typed) => {
    const body: Partial<Record<LimitName, number | null>> = {}
    for (const name of LIMITS) {
      const value = limitOf(name, typed(name))
      if (value === undefined) return { field: name, text: t('limits.invalid') }
      body[name] = value
    }
    const isDone = await runAction(t('limits.done'), () =>
      api.json<typeof updateHostLimits>('PATCH', '/host/limits', { body }),
    )
    if (isDone) onChanged()
    return undefined
  })
  const configured = (value: number | null) =>
    t('limits.configured', { value: value === null ? t('limits.noLimit') : figure.format(value) })
  return (
    <section className={styles['part']} aria-labelledby="host-limits">
      <h2 id="host-limits">{t('limits.title')}</h2>
      <p className={styles['hint']}>{t('limits.text')}</p>
      <form {...form} className={styles['form']}>
        {LIMITS.map((name) => {
          const limit = limits[name]
          return (
            <TextField
              key={name}
              label={t(`limits.${name}`)}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={limit.current === limit.configured ? '' : (limit.current ?? '')}
              hint={configured(limit.configured)}
              error={errorOf(name)}
            />
          )
        })}
        <div>
          <Button type="submit" variant="primary" isLoading={isSending}>
            {t('limits.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function Passphrase({ overview: { passphrase }, onChanged }: ServerSettingsProps) {
  const t = useTexts('host')
  const common = useTexts('common')
  const language = useLanguage()
  const { api, showFailure } = useHostActions()
  const [isAsking, setAsking] = useState(false)
  const [fresh, setFresh] = useState<string>()

  async function rotate(): Promise<void> {
    try {
      const rotated = await api.json<typeof rotatePassphrase>('POST', '/host/passphrase')
      setFresh(rotated.passphrase)
      onChanged()
    } catch (error) {
      showFailure(error)
    }
  }
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className={styles['part']} aria-labelledby="host-passphrase">
      <h2 id="host-passphrase">{t('passphrase.title')}</h2>
      {passphrase.isOn ? (
        <>
          <p className={styles['hint']}>
            {joinSentences(
              t('passphrase.text'),
              passphrase.rotatedAt !== null &&
                t('passphrase.rotated', { when: when.format(new Date(passphrase.rotatedAt)) }),
            )}
          </p>
          {fresh !== undefined && (
            <Banner tone="success" title={t('passphrase.shown')}>
              <code className={styles['secret']}>{fresh}</code>
            </Banner>
          )}
          <div>
            <Button icon={KeyRound} onClick={() => setAsking(true)}>
              {t('passphrase.rotate')}
            </Button>
          </div>
        </>
      ) : (
        <p className={styles['hint']}>{t('passphrase.off')}</p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('passphrase.confirmTitle')}
          text={t('passphrase.text')}
          action={t('passphrase.rotate')}
          cancelLabel={common('cancel')}
          closeLabel={common('close')}
          onClose={() => setAsking(false)}
          onConfirm={rotate}
        />
      )}
    </section>
  )
}
