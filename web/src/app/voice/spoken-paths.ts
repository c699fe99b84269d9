import type { Chat } from '#features/chat/index.ts'
import type { CommandDependencies } from '#features/voice/spoken-commands/execute-command.ts'

/** Returns the paths of a conversation as spoken commands change them; loads their code. */
export async function spokenPaths(chat: Chat): ReturnType<CommandDependencies['paths']> {
  const [{ takeBack }, { askAgain, goBackToTopic }] = await Promise.all([
    import('#features/chat/versions/branch-actions.ts'),
    import('#features/chat/versions/spoken-branches.ts'),
  ])
  return {
    takeBack: () => takeBack(chat),
    askAgain: () => askAgain(chat),
    goBackTo: (topic) => goBackToTopic(chat, topic),
  }
}
