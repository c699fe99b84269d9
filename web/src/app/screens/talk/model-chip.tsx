import { useStore } from 'zustand'
import type { Chat } from '#features/chat/index.ts'
import { useTexts } from '#i18n/index.ts'
import { chosenModels, useSettings } from '#lib/settings/index.ts'
import { QuietChip } from '#ui/controls/quiet-chip.tsx'

interface ModelChipProps {
  readonly chat: Chat
  readonly onOpen: () => void
}

/** The model of the conversation by its name; opens the list of models. */
export function ModelChip({ chat, onOpen }: ModelChipProps) {
  const t = useTexts('voice')
  const agentId = useStore(chat.state, ({ answeringAgentId }) => answeringAgentId)
  const conversationId = useStore(chat.state, (state) => state.conversationId)
  const chosen = useSettings((settings) => chosenModels(settings, agentId, conversationId).typed)
  const model = nameOf(chosen) || t('dock.modelAuto')
  return <QuietChip label={t('dock.model', { model })} text={model} aria-haspopup="dialog" onClick={onOpen} />
}

/** Returns the name of a model without its provider: `gpt-4o` for `openai:gpt-4o`. */
const nameOf = (id: string) => id.slice(id.indexOf(':') + 1)
