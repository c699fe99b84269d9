export { CodeRun } from './code-run.tsx'
