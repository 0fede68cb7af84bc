import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

/**
 * This is a program of its own: the package unpacks into the folder for temporary files, and this process has another
 * one of those than the tests.
 */
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']

const main = import.meta.resolve('@sparticuz/chromium')
await Promise.all(
  ARCHIVES.map((archive) => inflate(fileURLToPath(new URL(`../bin/${archive}`, main)))),
)
