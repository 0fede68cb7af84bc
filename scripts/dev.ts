import { spawn } from 'node:child_process'
import { onStopSignal } from '@pitboard/server/platform/jobs/stop-signals'

/** The command runs the server (which restarts when a file changes) with a race, and the web app with hot reload. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`
const children = [
  spawn(process.execPath, ['--watch', 'scripts/demo.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
  }),
  spawn('vite', ['dev', 'apps/web', '--clearScreen', 'false'], {
    stdio: 'inherit',
    env: { ...process.env, PITBOARD_SERVER: server },
  }),
]

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

onStopSignal(stop)
for (const child of children) child.on('exit', stop)
