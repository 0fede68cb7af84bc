import type { EnvironmentOptions, Plugin } from 'vite'

/** Pages without the site's frame are each a build of its own: what one needs makes no other larger. */
const PAGES: readonly string[] = ['overlay', 'embed']

export const preactBuilds: Readonly<Record<string, EnvironmentOptions>> = Object.fromEntries(
  PAGES.map((page) => [page, buildOf(page)]),
)

function buildOf(page: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${page}-manifest.json`,
      rolldownOptions: { input: `${page}.html` },
    },
  }
}

const REPLACED: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** React alone is larger than such a page may be: in its build Preact takes the place. */
export function preactForReact(): Plugin {
  return {
    name: 'preact-for-react',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => PAGES.includes(name),
    resolveId(id, importer) {
      const replacement = REPLACED[id]
      return replacement === undefined ? null : this.resolve(replacement, importer)
    },
  }
}
