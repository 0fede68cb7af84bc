import type { EnvironmentOptions, Plugin } from 'vite'

export const OVERLAY = 'overlay'

/** The build of the page that streams lay over their picture. */
export const overlayBuild: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/overlay-manifest.json',
    rolldownOptions: { input: 'overlay.html' },
  },
}

const REPLACED: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** React alone is larger than the whole overlay may be: in its build Preact takes the place. */
export function overlayWithoutReact(): Plugin {
  return {
    name: 'overlay-without-react',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === OVERLAY,
    resolveId(id, importer) {
      const replacement = REPLACED[id]
      return replacement === undefined ? null : this.resolve(replacement, importer)
    },
  }
}
