import { readFileSync } from 'node:fs'

export const VERSION = readVersion()

function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
