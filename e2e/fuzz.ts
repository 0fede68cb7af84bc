import { parseArgs } from 'node:util'
import { fuzzServer, printReport } from './src/fuzz/fuzz-server.ts'
import { startTestCluster } from '@pitboard/server/testing/cluster'

/**
 * Sends random and hostile requests to a server of its own, on this machine alone, and says whether
 * it stayed up, prompt and discreet. The same seed sends the same requests.
 */
const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 100_000) },
  },
})

const cluster = await startTestCluster()
process.env['TEST_DATABASE_URL'] = cluster.url
try {
  const report = await fuzzServer({
    requests: Number(options.requests),
    seed: Number(options.seed),
    progress: (text) => console.log(text),
  })
  printReport(report)
  process.exitCode = report.findings.length === 0 ? 0 : 1
} finally {
  await cluster.stop()
}
