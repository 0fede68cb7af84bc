/**
 * `npm run bench` runs every benchmark, `npm run bench -- decode live` those named. Each prints
 * a table against a peer or a limit measured in the same run; the machine's speed cancels out.
 */
const benchmarks: Record<string, () => Promise<{ default: () => Promise<void> }>> = {
  decode: () => import('./decode.ts'),
  reduce: () => import('./reduce.ts'),
  capacity: () => import('./capacity.ts'),
  fuzz: () => import('./fuzz.ts'),
  bandwidth: () => import('./bandwidth.ts'),
  broadcast: () => import('./broadcast.ts'),
  'sign-in': () => import('./sign-in.ts'),
  standings: () => import('./standings.ts'),
  lists: () => import('./lists.ts'),
  filters: () => import('./filters.ts'),
  session: () => import('./one-session.ts'),
  charts: () => import('./charts.ts'),
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
