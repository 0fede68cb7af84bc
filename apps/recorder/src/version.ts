import { readFileSync } from 'node:fs'

/** The whole product has one version. The downloadable program has it written in: apps/recorder/build/bundle.ts. */
export const VERSION = readVersion()

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
