import type { UserSettings } from './schema.ts'
import { changeSettings, useSettings } from './store.ts'

/** Stands for the server's choice, where a conversation does not follow the choice for its agent. */
const AUTOMATIC = 'auto'

type Choices = Pick<UserSettings, 'modelByAgent' | 'modelByConversation' | 'spokenModel'>

/** Returns the ids of the models for typed and for spoken messages of a conversation; empty: the server decides. */
export function chosenModels(
  { modelByAgent, modelByConversation, spokenModel }: Choices,
  agentId: string,
  conversationId: string,
): { readonly typed: string; readonly spoken: string } {
  const own = modelByConversation[conversationId]
  if (own !== undefined) {
    const model = own === AUTOMATIC ? '' : own
    return { typed: model, spoken: model }
  }
  const typed = modelByAgent[agentId] ?? ''
  return { typed, spoken: spokenModel || typed }
}

/** Chooses the model for all messages of a conversation; empty: the server decides. */
export function chooseForConversation(conversationId: string, model: string): void {
  const others = withoutConversation(conversationId)
  changeSettings({ modelByConversation: { ...others, [conversationId]: model || AUTOMATIC } })
}

/** Returns the choices for other conversations. */
export function withoutConversation(conversationId: string): Readonly<Record<string, string>> {
  const { [conversationId]: _, ...others } = useSettings.getState().modelByConversation
  return others
}
