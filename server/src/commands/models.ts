import { processContext } from './command-context.ts'
import { runModelCommand } from './model-commands.ts'

process.exitCode = await runModelCommand(process.argv.slice(2), processContext())
