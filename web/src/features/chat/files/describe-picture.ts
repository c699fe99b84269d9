import type { Attachment } from '@vee/contract/entities/attachment'
import type { postAttachmentDescription } from '@vee/contract/http/attachments'
import type { listOfferedModels, OfferedModel } from '@vee/contract/http/models'
import { ApiError, type FailureCode } from '#lib/http/index.ts'
import { chosenModels, useSettings } from '#lib/settings/index.ts'
import type { Chat } from '../store/chat.ts'
import type { Message } from '../store/message.ts'

/** How a description ended; `blind`: no model that the user may choose sees pictures. */
export type DescriptionEnd = FailureCode | 'done' | 'blind'

/**
 * Describes a picture by the chosen model, or by another one if that cannot see, and stores the description in the messages that
 * show it. Never rejects.
 */
export async function describePicture(chat: Chat, { id }: Attachment): Promise<DescriptionEnd> {
  try {
    const model = await seeingModel(chat)
    if (!model) return 'blind'
    const { description } = await chat.api.json<typeof postAttachmentDescription>(
      'POST',
      '/attachments/{id}/description',
      { params: { id }, body: { model: model.id } },
    )
    if (description === undefined) return 'PROVIDER_ERROR'
    chat.changeMessages((message) => withDescription(message, id, description))
    return 'done'
  } catch (error) {
    return error instanceof ApiError ? error.code : 'INTERNAL'
  }
}

async function seeingModel(chat: Chat): Promise<OfferedModel | undefined> {
  const { items, defaultId } = await chat.api.json<typeof listOfferedModels>('GET', '/models')
  const { answeringAgentId: agentId, conversationId } = chat.state.getState()
  const chosen = chosenModels(useSettings.getState(), agentId, conversationId).typed || defaultId
  return (
    items.find(({ id, canSee, locked }) => id === chosen && canSee !== false && locked === null) ??
    items.find(({ canSee, locked }) => canSee === true && locked === null)
  )
}

/** Returns the message with the description of an attachment; the same object if it does not have that attachment. */
export function withDescription(message: Message, id: string, description: string): Message {
  if (!JSON.stringify(message).includes(id)) return message
  const inList = (files: readonly Attachment[]) =>
    files.map((file) => (file.id === id ? { ...file, description } : file))
  if (message.role === 'user')
    return { ...message, ...(message.attachments && { attachments: inList(message.attachments) }) }
  return {
    ...message,
    ...(message.pictures && { pictures: inList(message.pictures) }),
    ...(message.tools && {
      tools: message.tools.map((step) =>
        step.pictures ? { ...step, pictures: inList(step.pictures) } : step,
      ),
    }),
  }
}
