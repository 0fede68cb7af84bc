import { join } from 'node:path'
import type { ServerNode } from '../context.ts'
import type { Config } from '../platform/config/config.ts'

/** Returns where the workers of this machine meet; null if NATS connects them. */
export function hubPathOf(
  { natsUrl }: Pick<Config, 'natsUrl'>,
  { runFolder }: Pick<ServerNode, 'runFolder'>,
): string | null {
  return natsUrl !== null || runFolder === null ? null : join(runFolder, 'fan-out.sock')
}
