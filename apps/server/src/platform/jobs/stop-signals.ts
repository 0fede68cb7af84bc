/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500
const PARENT_POLL_MS = 250

/** Calls `stop` at the first signal to end; a later one exits at once. */
export function onStopSignal(stop: (reason: string) => void): void {
  let firstAtMs: number | null = null
  const signalled = (reason: string) => {
    const atMs = performance.now()
    if (firstAtMs === null) {
      firstAtMs = atMs
      stop(reason)
    } else if (atMs - firstAtMs > ECHO_MS) {
      process.exit(1)
    }
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(signalled)
}

/** npm passes a signal to the shell between it and this process; many shells keep it there. */
function stopWithParent(stop: (reason: string) => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop('npm ended')
  }, PARENT_POLL_MS)
  timer.unref()
}
