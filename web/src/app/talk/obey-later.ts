import type { Command } from '#voice/words/index.ts'
import type { CommandReach } from './obey-command.ts'

/** Does what was said to the page; the code for it comes with the first command. */
export function obeyLater(reach: () => CommandReach): (command: Command) => void {
  return (command) => {
    void import('./obey-command.ts').then(({ obeyCommand }) => obeyCommand(command, reach()))
  }
}
