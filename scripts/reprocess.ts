import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { reprocessSessions } from '@pitboard/server/racing/sessions/reprocess/reprocess'
import { readArguments, USAGE } from './reprocess/arguments.ts'
import { openData } from './reprocess/open-data.ts'
import { createReport } from './reprocess/report.ts'

/** Derives stored sessions again from their captures: a decoder that got better, or a rule. */
async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2))
  if (typeof args === 'string') {
    console.error(args)
    return 2
  }
  if (args.help) {
    console.log(USAGE)
    return 0
  }
  const startedAt = new Date()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const data = await openData(readConfig(process.env))
  const report = createReport(console.log, args.options)
  try {
    const { selection, options } = args
    const { signal } = stopping
    await reprocessSessions(data.db, data.captures, selection, options, report.add, signal)
  } finally {
    await data.close()
  }
  report.end()
  if (!stopping.signal.aborted) return report.failed() > 0 ? 1 : 0
  const since = (args.selection.notDerivedSince ?? startedAt).toISOString()
  console.log(`Stopped. To go on, add --not-derived-since ${since}`)
  return 1
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (reason: unknown) => {
    const isExpected = reason instanceof StartError || reason instanceof ConfigError
    console.error(isExpected ? reason.message : reason)
    process.exitCode = 1
  },
)
