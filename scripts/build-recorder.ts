import { buildRecorder } from '@pitboard/recorder/build/build'

/** `npm run build:recorder`, for all platforms or those it is given. */
const startedAt = performance.now()
const only = process.argv.slice(2)
const { platforms } = await buildRecorder({
  ...(only.length > 0 && { only }),
  signer: process.env['RECORDER_SIGNER'] || null,
  onBuild: (platform) => console.log(`Building ${platform} …`),
})
for (const { platform, file, bytes } of platforms) {
  console.log(`${platform.padEnd(12)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${file}`)
}
console.log(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
