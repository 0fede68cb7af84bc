import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { runProgram, type RunningRecorder } from '@pitboard/recorder/testing/run-recorder'
import { buildRecorder, DIST } from '@pitboard/recorder/build/build'

/** Returns the path of a platform's program, built if it is missing or older than its sources. */
export async function builtProgram(platform: DownloadPlatform): Promise<string> {
  const { platforms } = await buildRecorder({ only: [platform], onBuild: () => {} })
  const found = platforms.find((one) => one.platform === platform)
  if (found === undefined) throw new Error(`${platform} was not built`)
  return join(DIST, found.file)
}

/** The user of this machine has downloaded the recorder and nothing else. */
export interface UserMachine {
  readonly folder: string
  readonly config: string
  run(args: readonly string[]): RunningRecorder
}

/** Starts a user's machine with the downloaded program, or with the one that was built. */
export async function startUserMachine(t: TestContext, downloaded?: Buffer): Promise<UserMachine> {
  const home = mkdtempSync(join(tmpdir(), 'pitboard-user-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, 'downloads')
  const config = join(home, 'config')
  mkdirSync(folder)
  const program = join(folder, 'pitboard-recorder')
  writeFileSync(program, downloaded ?? readFileSync(await builtProgram('linux-x64')))
  chmodSync(program, 0o755)
  return {
    folder,
    config: join(config, 'pitboard'),
    run(args) {
      const env = { PATH: folder, HOME: home, XDG_CONFIG_HOME: config }
      const recorder = runProgram(program, args, env)
      t.after(() => recorder.process.kill('SIGKILL'))
      return recorder
    },
  }
}
