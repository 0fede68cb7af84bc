import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Collects what all builds of the app contain: modules of which code is left, and files such as fonts. */
export function bundledFiles(): { readonly plugin: Plugin; readonly files: ReadonlySet<string> } {
  const files = new Set<string>()
  const plugin: Plugin = {
    name: 'bundled-files',
    apply: 'build',
    sharedDuringBuild: true,
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') for (const id of part.moduleIds) files.add(id)
        else for (const name of part.originalFileNames) files.add(join(import.meta.dirname, name))
      }
    },
  }
  return { plugin, files }
}
