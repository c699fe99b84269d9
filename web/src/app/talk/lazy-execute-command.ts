import type { Command } from '#voice/words/index.ts'
import type { CommandReach } from './execute-command.ts'

/** Does what was said to the page; the code for it comes with the first command. */
export function lazyExecuteCommand(reach: () => CommandReach): (command: Command) => void {
  return (command) => {
    void import('./execute-command.ts').then(({ executeCommand }) => executeCommand(command, reach()))
  }
}
