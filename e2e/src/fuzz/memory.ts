import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { memberOf } from './operations.ts'

/** A server process holds this much, in bytes, after its garbage was collected. */
export interface Memory {
  /** It is heap, buffers and other memory that the program refers to. */
  readonly used: number
  /** It is all that the system gave to the process. */
  readonly resident: number
}

/** Asks the process behind an inspector's address (`ws://…`) and the system (Linux). */
export async function readMemory(inspectorUrl: string, pid: number): Promise<Memory> {
  const socket = new WebSocket(inspectorUrl)
  await once(socket, 'open')
  const call = async (id: number, method: string, params: object = {}) => {
    socket.send(JSON.stringify({ id, method, params }))
    const [event] = await once(socket, 'message')
    const answer: unknown = JSON.parse(String(memberOfEvent(event)))
    return memberOf(answer, 'result')
  }
  await call(1, 'HeapProfiler.collectGarbage')
  await call(2, 'HeapProfiler.collectGarbage')
  const expression = '(({heapUsed, external}) => heapUsed + external)(process.memoryUsage())'
  const answer = await call(3, 'Runtime.evaluate', { expression, returnByValue: true })
  socket.close()
  const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
  return { used: Number(memberOf(memberOf(answer, 'result'), 'value')), resident: pages * 4096 }
}

function memberOfEvent(event: unknown): unknown {
  return event instanceof MessageEvent ? event.data : undefined
}
