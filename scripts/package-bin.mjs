#!/usr/bin/env node
// `vee` starts the server; `vee data …` works on its data. Runs on any Node, to report the required version.
const NODE_MAJOR = 24

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  process.stderr.write(`Vee needs Node ${NODE_MAJOR} or newer; this is ${process.version}.\n`)
  process.exitCode = 1
} else if (process.argv[2] === 'data') {
  process.argv.splice(2, 1)
  await import('../server/dist/data.js')
} else {
  await import('../server/dist/main.js')
}
