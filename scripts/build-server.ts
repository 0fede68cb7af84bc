import { bundleServer } from './build-server/bundle.ts'

/** Makes what `npm start` runs: see docs/decisions/047-installed-packages.md. */
const startedAt = performance.now()
const { chunks, bytes } = await bundleServer()
const tookS = (performance.now() - startedAt) / 1000
console.log(`${chunks} files, ${(bytes / 1e6).toFixed(1)} MB, in ${tookS.toFixed(1)} s.`)
