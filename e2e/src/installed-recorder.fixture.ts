import { runApp } from '@pitboard/recorder/app/app'

/**
 * The recorder is a program of one file, which a test replaces by another script. The script passes its own path, the
 * version that it claims to be, and its arguments.
 */
const [path = '', version = '', ...args] = process.argv.slice(2)

if (args.includes('--version')) process.stdout.write(`${version}\n`)
else {
  const interrupted = new AbortController()
  process.once('SIGTERM', () => interrupted.abort())
  process.exit(
    await runApp(
      { command: 'app', openBrowser: false, listenPort: null, inBackground: false },
      {
        env: process.env,
        installation: { kind: 'program', path, platform: 'linux-x64' },
        interrupted: interrupted.signal,
        print: (text) => process.stderr.write(`${version}: ${text}\n`),
        openBrowser() {},
      },
    ),
  )
}
