import type { SpokenCommand } from '#voice/words/index.ts'
import type { CommandReach } from './execute-command.ts'

/** Executes a voice command; its code is loaded with the first one. */
export function lazyExecuteCommand(reach: () => CommandReach): (command: SpokenCommand) => void {
  return (command) => {
    void import('./execute-command.ts').then(({ executeCommand }) => executeCommand(command, reach()))
  }
}
