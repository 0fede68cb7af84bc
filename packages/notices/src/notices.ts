import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something of this package is part of what people download or load. */
export interface Notice {
  readonly name: string
  readonly version: string
  /** The licence is the SPDX expression of its package.json. */
  readonly license: string
  /** The texts are those of its licence files, word by word. */
  readonly texts: readonly string[]
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([-.].*)?$/i
const OF_A_PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/**
 * Returns the notices of the packages that these files belong to: ids of bundled modules, or paths of other
 * files that are passed on. Throws where a package has no licence file.
 */
export function findNotices(files: Iterable<string>): Notice[] {
  const folders = new Set<string>()
  for (const file of files) {
    const [, folder] = OF_A_PACKAGE.exec(file) ?? []
    if (folder !== undefined) folders.add(folder.replace(/^\0/, ''))
  }
  return [...folders].map(readNotice)
}

/**
 * Reads the notice of the package in a folder. Throws where it has no licence file, because nobody may pass
 * it on without one.
 */
export function readNotice(folder: string): Notice {
  const described: Record<string, unknown> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const { name, version, license } = described
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) throw new Error(`${String(name)} has no licence file in ${folder}.`)
  return { name: String(name), version: String(version), license: String(license), texts }
}

const LINE = '-'.repeat(80)

/** Returns one text of all notices, sorted by name; a package that is listed twice stands once. */
export function describeNotices(product: string, notices: readonly Notice[]): string {
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  const sections = [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([title, { license, texts }]) => `${LINE}\n${title} (${license})\n\n${texts.join('\n\n')}\n`,
    )
  return `${product} contains software of others, under these licences.\n\n${sections.join('\n')}`
}
