import { readdir, readFile } from 'node:fs/promises'

/** They run from the sources or from the bundle. */
const WORKER = /workers\/worker\.ts|dist\/worker-[^/]+\.js/

/** Returns the processes that a supervisor has started to serve. */
export async function findWorkers(supervisor: number): Promise<number[]> {
  const workers: number[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const [status, command] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    const isChild = status.split('\n').includes(`PPid:\t${supervisor}`)
    if (isChild && WORKER.test(command)) workers.push(pid)
  }
  return workers
}
