import type { Config } from '@pitboard/server/platform/config/config'
import { examineBackups } from './backups.ts'
import { examineDatabase } from './database.ts'
import { examineDataFolder } from './data-folder.ts'
import type { Finding } from './finding.ts'
import { advise, good } from './finding.ts'
import { examinePorts, isServing } from './ports.ts'
import { examinePublicAddress } from './public-address.ts'
import { examineBucket, examineMail, examineNats } from './services.ts'

/** Looks at all that an installation needs, beside a server that is running or before its first start. */
export async function* examine(config: Config): AsyncIterable<Finding> {
  const isRunning = await isServing(config)
  yield isRunning
    ? good('server', `runs on port ${config.port}`)
    : good('server', 'does not run, or on another port')
  yield* await examineDataFolder(config.dataDir)
  if (!isRunning) yield* await examinePorts(config)
  yield* await examineDatabase(config)
  yield* await examinePublicAddress(config, isRunning)
  yield await examineMail(config)
  yield* await examineBucket(config)
  yield* await examineNats(config)
  yield await examineBackups(config)
  yield examineOperator(config)
}

function examineOperator({ operatorName, operatorAddress, operatorEmail }: Config): Finding {
  if (operatorName !== null && operatorAddress !== null && operatorEmail !== null) {
    return good('legal texts', `name ${operatorName}`)
  }
  return advise(
    'legal texts',
    'the legal notice, the privacy policy and the terms do not say who runs the site',
    'Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL.',
  )
}
