import { runChecks } from './checks.ts'

process.exitCode = (await runChecks()) === undefined ? 0 : 1
