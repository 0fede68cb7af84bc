import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runWithoutArguments } from './run-without-arguments.ts'

/**
 * Prints the packages of a running site as CycloneDX: name, version, licence and hash of each, from the lock file.
 * `npm sbom --omit dev` leaves out what a workspace also has as a tool, such as the driver of the database.
 */
interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
}

const ROOT = join(import.meta.dirname, '..')
const INSTALLED = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/
/** CycloneDX has these names for the algorithms of npm. */
const ALGORITHMS: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha1: 'SHA-1' }

const USAGE = `npm run -s sbom   prints all packages of a running site, with version and licence, as CycloneDX`

await runWithoutArguments(USAGE, () => {
  const lock: { readonly version: string; readonly packages: Readonly<Record<string, Locked>> } =
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const components = new Map(
    Object.entries(lock.packages).flatMap(([path, locked]) => {
      const [, name] = INSTALLED.exec(path) ?? []
      if (name === undefined || locked.link === true || locked.dev === true) return []
      const component = describe(name, locked)
      return [[component.purl, component]]
    }),
  )
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/pitboard@${lock.version}`,
        name: 'pitboard',
        version: lock.version,
      },
    },
    components: [...components.values()],
  }
  process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)
  return 0
})

function describe(name: string, { version = '', license, integrity = '' }: Locked) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm = '', hash = ''] = integrity.split('-')
  const alg = ALGORITHMS[algorithm]
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license !== undefined && { licenses: [describeLicense(license)] }),
    ...(alg !== undefined && {
      hashes: [{ alg, content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}

/** Some packages name several by "OR" and "AND". */
function describeLicense(license: string) {
  return license.includes(' ') ? { expression: license } : { license: { id: license } }
}
