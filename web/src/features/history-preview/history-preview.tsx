import type { EndpointInput } from '@vee/contract/http/endpoint'
import type { postHistoryPreview } from '@vee/contract/http/chat'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog, type DialogOptions } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './history-preview.module.css'

interface HistoryPreviewProps extends DialogOptions {
  readonly api: Api
  /** undefined while the field is empty */
  readonly question: EndpointInput<typeof postHistoryPreview> | undefined
}

/**
 * Lists the messages that the model would receive with the next question, those that are omitted, and why.
 */
export function HistoryPreview({ api, question, ...dialogOptions }: HistoryPreviewProps) {
  const t = useTexts('history')
  const common = useTexts('common')
  return (
    <Dialog isOpen {...dialogOptions} title={t('preview.title')} closeLabel={common('close')}>
      {question ? (
        <Choice api={api} question={question} />
      ) : (
        <p className={styles['summary']}>{t('preview.empty')}</p>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  readonly api: Api
  readonly question: EndpointInput<typeof postHistoryPreview>
}

function Choice({ api, question }: ChoiceProps) {
  const t = useTexts('history')
  const language = useLanguage()
  const { answer, reload } = useAnswer('history-preview', (signal) =>
    api.json<typeof postHistoryPreview>('POST', '/chat/history-preview', { body: question, signal }),
  )
  if (answer.status === 'loading') return <Skeleton lines={5} />
  if (answer.status === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('preview.failed')}
        actions={<Button onClick={reload}>{t('preview.retry')}</Button>}
      />
    )
  }
  const { messages, maxContextTokens, sourceTokens } = answer.value
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const tokens = messages.reduce((sum, { processedTokens }) => sum + processedTokens, sourceTokens)
  return (
    <>
      <p className={styles['summary']}>
        {t('preview.summary', {
          sent: number.format(messages.filter(({ isSent }) => isSent).length),
          all: number.format(messages.length),
          tokens: number.format(tokens),
          most: number.format(maxContextTokens),
        })}{' '}
        {sourceTokens > 0 && <>{t('preview.sources', { count: number.format(sourceTokens) })} </>}
        <a href={`/${language}/settings#conversation`}>{t('preview.settings')}</a>
      </p>
      <ol className={styles['messages']}>
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={index} className={styles['message']} data-sent={message.isSent}>
            <p className={styles['text']} dir="auto">
              <strong>{t(message.role === 'user' ? 'preview.you' : 'preview.assistant')}</strong>{' '}
              {question.messages[index]?.content.slice(0, SHOWN_LENGTH)}
            </p>
            <p className={styles['facts']}>
              <Badge tone={message.isSent ? 'success' : 'neutral'}>
                {t(message.isSent ? 'preview.sent' : 'preview.omitted')}
              </Badge>
              <span>{t(`preview.reasons.${message.reason}`)}</span>
              <span>
                {t('preview.tokens', {
                  count: number.format(
                    message.isSent ? message.processedTokens : message.estimatedTokenCount,
                  ),
                })}
              </span>
              {message.relevanceScore !== undefined && (
                <span>{t('preview.relevance', { share: percent.format(message.relevanceScore) })}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Length of the excerpt of a message, in UTF-16 code units. */
const SHOWN_LENGTH = 200
