import { readFileSync } from 'node:fs'

/** The one of the whole product. The downloadable program has it written in: apps/recorder/build/bundle.ts. */
export const VERSION = readVersion()

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
