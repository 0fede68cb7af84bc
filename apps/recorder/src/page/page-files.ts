import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The downloadable program has them written in: apps/recorder/build/bundle.ts. */
export const pageFiles = {
  html: read('page.html'),
  css: read('page.css'),
  js: read('page.js'),
  german: read('german.js'),
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
