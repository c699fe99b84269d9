import { imageTokens } from '@vee/contract/entities/image-tokens'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { listOfferedModels, OfferedModel } from '@vee/contract/http/models'
import { Eye, ScanText } from 'lucide-react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { chosenModels, useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Chat } from '../store/chat.ts'
import { readImage } from './prepare-files.ts'
import type { DraftAttachment } from './draft-attachment.ts'
import styles from './files.module.css'

interface PicturesNoteProps {
  readonly chat: Chat
  /** opens the list of models; undefined where there is none */
  readonly onChooseModel: (() => void) | undefined
}

interface Picture {
  readonly draftId: string
  readonly image: Attachment
}

const picturesOf = (drafts: readonly DraftAttachment[]): readonly Picture[] =>
  drafts.flatMap(({ id, state }) =>
    state.kind === 'ready' && state.attachment.kind === 'image'
      ? { draftId: id, image: state.attachment }
      : [],
  )

/**
 * Shows what the pictures of the message cost with the chosen model; or, if it cannot see them, offers models that can and to read
 * the text in them on this device.
 */
export function PicturesNote({ chat, onChooseModel }: PicturesNoteProps) {
  const drafts = useStore(chat.state, ({ draftAttachments }) => draftAttachments)
  const agentId = useStore(chat.state, ({ answeringAgentId }) => answeringAgentId)
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  const chosen = useSettings((settings) => chosenModels(settings, agentId, conversationId).typed)
  const { answer } = useAnswer('models', (signal) =>
    chat.api.json<typeof listOfferedModels>('GET', '/models', { signal }),
  )
  const pictures = picturesOf(drafts)
  if (answer.status !== 'ready' || pictures.length === 0) return null
  const { items, defaultId } = answer.value
  const model = items.find(({ id }) => id === (chosen || defaultId))
  // Without any model the built-in responder replies, which reads text.
  if (items.length > 0 && model?.canSee !== false)
    return model ? <PriceOfPictures model={model} pictures={pictures} /> : null
  const unread = pictures.filter(({ image }) => image.isByOcr !== true)
  const hasSeeing = items.some(({ canSee, locked }) => canSee === true && locked === null)
  if (unread.length === 0) return null
  return (
    <UnseenPictures
      chat={chat}
      model={model}
      unread={unread}
      onChooseModel={hasSeeing ? onChooseModel : undefined}
    />
  )
}

interface PriceProps {
  readonly model: OfferedModel
  readonly pictures: readonly Picture[]
}

function PriceOfPictures({ model: { name, prices }, pictures }: PriceProps) {
  const t = useTexts('pictures')
  const language = useLanguage()
  const count = pictures.reduce((sum, { image }) => sum + imageTokens(image), 0)
  const tokens = new Intl.NumberFormat(language).format(count)
  if (!prices) return <p className={styles['price']}>{t('tokens', { tokens, model: name })}</p>
  const amount = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  }).format((count * prices.input) / 1_000_000)
  return <p className={styles['price']}>{t('cost', { tokens, amount, model: name })}</p>
}

interface UnseenProps {
  readonly chat: Chat
  readonly model: OfferedModel | undefined
  readonly unread: readonly Picture[]
  readonly onChooseModel: (() => void) | undefined
}

function UnseenPictures({ chat, model, unread, onChooseModel }: UnseenProps) {
  const t = useTexts('pictures')
  const drafts = {
    read: () => chat.state.getState().draftAttachments,
    change: chat.changeDraftAttachments.bind(chat),
  }
  return (
    <div className={styles['unseen']} role="status">
      <span>{model ? t('unseen', { model: model.name }) : t('unseenAny')}</span>
      {onChooseModel && (
        <Button size="compact" icon={Eye} onClick={onChooseModel}>
          {t('choose')}
        </Button>
      )}
      <Button
        size="compact"
        icon={ScanText}
        onClick={() => {
          for (const { draftId, image } of unread) void readImage(chat.api, drafts, draftId, image)
        }}
      >
        {t('read')}
      </Button>
    </div>
  )
}
