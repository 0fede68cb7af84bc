import { openDrivenSite } from './driven-site.ts'

const USERS = 50
const TICK_MS = 100

/** The server has a live race and some users, and reports how late its ticks are. */
const PASSWORD = 'correct horse'
const { url, anonKey } = await openDrivenSite({ AUTH_AUTOCONFIRM: 'true' })
const emails = Array.from({ length: USERS }, (_, n) => `driver${n}@club.example`)
for (const email of emails) {
  await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
}

let lateMs: number[] = []
let [allBefore, mainBefore] = [process.cpuUsage(), process.threadCpuUsage()]
let dueMs = performance.now()
function tick(): void {
  const nowMs = performance.now()
  lateMs.push(nowMs - dueMs)
  dueMs += TICK_MS
  setTimeout(tick, Math.max(0, dueMs - nowMs))
}
tick()

process.on('message', (message) => {
  if (message === 'start') {
    lateMs = []
    allBefore = process.cpuUsage()
    mainBefore = process.threadCpuUsage()
    return
  }
  const [all, main] = [process.cpuUsage(allBefore), process.threadCpuUsage(mainBefore)]
  const allMs = (all.user + all.system) / 1000
  process.send?.({ lateMs, allMs, mainMs: (main.user + main.system) / 1000 })
})
process.send?.({ url, apikey: anonKey, emails, password: PASSWORD })
