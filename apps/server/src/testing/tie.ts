import { spawn } from 'node:child_process'

/**
 * When this process is killed, the folders are removed and the process named by `pid` ends: the
 * pipe to the shell closes with it. Returns what calls that off.
 */
export function tieToThisProcess(folders: readonly string[], pid?: number): () => void {
  if (process.platform === 'win32') return () => {}
  const script = 'read -r _; [ -z "$1" ] || kill -QUIT "$1"; shift; rm -rf -- "$@"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid ?? ''), ...folders], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return () => shell.kill('SIGKILL')
}
