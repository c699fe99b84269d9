export { KeyboardHelp } from './keyboard-help.tsx'
