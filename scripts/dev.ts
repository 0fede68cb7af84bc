import { spawn } from 'node:child_process'

/** Server (restarts when a file changes) with a race running, and the web app with hot reload. */
const children = [
  spawn(process.execPath, ['--watch', 'scripts/demo.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
  }),
  spawn('vite', ['dev', 'apps/web', '--clearScreen', 'false'], { stdio: 'inherit' }),
]

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
