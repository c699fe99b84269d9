import { processContext } from './command-context.ts'
import { runDataCommand } from './data-commands.ts'

process.exitCode = await runDataCommand(process.argv.slice(2), processContext())
