// Before `npm start`: builds what has changed, in a process of its own, whose memory is free again when it ends.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from './build-steps.ts'
import { ROOT } from './process.ts'

if (await build()) console.log('Built the app.')

// package.json starts the server by the shell's `exec`: a shell that stayed would not forward signals. The shell of Windows
// has no such command, so one that runs its arguments takes its place.
if (process.platform === 'win32') await writeFile(join(ROOT, 'node_modules', '.bin', 'exec.cmd'), '@%*\r\n')
