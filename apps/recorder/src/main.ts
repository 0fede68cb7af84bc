import { leaveOwnConsole } from './app/background.ts'
import { openBrowser } from './app/open-browser.ts'
import { createProgress } from './progress.ts'
import { runRecorder } from './recorder.ts'
import { findInstallation } from './update/installed-program.ts'

// A race must not stop because nobody reads the output.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
const installation = findInstallation()
const argv = leaveOwnConsole(process.argv.slice(2), installation, process.stdout.isTTY)
// The downloadable program is one CommonJS file, where top-level await does not exist.
void runRecorder(argv, {
  env: process.env,
  installation,
  progress: createProgress(process.stderr),
  writeLine: (text) =>
    new Promise((resolve) => {
      process.stdout.write(`${text}\n`, () => resolve())
    }),
  printDetails: (error) => console.error(error),
  onInterrupt(listener) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener)
  },
  onFault: (listener) => process.on('uncaughtException', listener),
  openBrowser,
  exit: (code) => process.exit(code),
}).then((code) => process.exit(code))
