/** `npm run bench` runs every benchmark, `npm run bench -- telemetry broadcast` those named. */
const benchmarks: Record<string, () => Promise<{ default: () => Promise<void> }>> = {
  telemetry: () => import('./telemetry.ts'),
  capacity: () => import('./capacity.ts'),
  fuzz: () => import('./fuzz.ts'),
  traces: () => import('./traces.ts'),
  broadcast: () => import('./broadcast.ts'),
  workers: () => import('./workers.ts'),
  relay: () => import('./relay.ts'),
  'fan-out': () => import('./fan-out.ts'),
  ingest: () => import('./ingest.ts'),
  journal: () => import('./journal.ts'),
  'sign-in': () => import('./sign-in.ts'),
  followers: () => import('./followers.ts'),
  standings: () => import('./standings.ts'),
  queries: () => import('./queries.ts'),
  records: () => import('./records.ts'),
  session: () => import('./session.ts'),
  charts: () => import('./charts.ts'),
  compare: () => import('./compare.ts'),
  'live-page': () => import('./live-page.ts'),
  lighthouse: () => import('./lighthouse.ts'),
}

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  console.error(`No benchmark "${unknown}". There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}
for (const [name, load] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue
  const benchmark = await load()
  await benchmark.default()
}
