import { zip } from './zip.ts'

export const PORTABLE_FILE = 'pitboard-recorder-portable.zip'
const FOLDER = 'pitboard-recorder'
const NODE_MIN = 22

/** Packs the recorder for machines that have Node: the bundle and a way to start it on each system. */
export async function makePortable(bundle: string, version: string): Promise<Buffer> {
  return zip([
    { name: `${FOLDER}/pitboard-recorder.cjs`, content: bundle, isExecutable: false },
    { name: `${FOLDER}/pitboard-recorder`, content: shellScript, isExecutable: true },
    { name: `${FOLDER}/Pitboard Recorder.command`, content: shellScript, isExecutable: true },
    { name: `${FOLDER}/pitboard-recorder.cmd`, content: commandFile, isExecutable: false },
    { name: `${FOLDER}/README.txt`, content: readMe(version), isExecutable: false },
  ])
}

const needsNode = `The Pitboard recorder needs Node ${NODE_MIN} or newer: https://nodejs.org`

const shellScript = `#!/bin/sh
if ! command -v node >/dev/null 2>&1; then
  echo "${needsNode}" >&2
  exit 1
fi
exec node "$(dirname "$0")/pitboard-recorder.cjs" "$@"
`

const commandFile = [
  '@echo off',
  'where node >nul 2>nul',
  'if errorlevel 1 (',
  `  echo ${needsNode}`,
  '  pause',
  '  exit /b 1',
  ')',
  'node "%~dp0pitboard-recorder.cjs" %*',
  'if errorlevel 1 pause',
  '',
].join('\r\n')

function readMe(version: string): string {
  return `Pitboard recorder ${version}

It needs Node ${NODE_MIN} or newer (https://nodejs.org).

Windows: open pitboard-recorder.cmd
macOS:   open "Pitboard Recorder.command" (the first time: Control-click, Open)
Linux:   ./pitboard-recorder

A page opens in the browser. "--help" lists what it can do without one,
"--notices" the licences of the software that it contains.
`
}
