import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogLevel } from '../config/config.ts'

export type Log = FastifyBaseLogger

/** One JSON object a line on standard error; standard output is for the person at the terminal. */
export function createLog(
  level: LogLevel,
  /** Fields of every line. */
  base: Readonly<Record<string, unknown>> | null = null,
): Log {
  return pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** SIGUSR2 switches between the configured level and `debug` without a restart. */
export function onLogLevelSignal(log: Log, configured: LogLevel): void {
  // Windows has no such signal.
  if (process.platform === 'win32') return
  process.on('SIGUSR2', () => {
    const level = log.level === configured ? 'debug' : configured
    log.level = level
    log.warn({ logLevel: level }, 'the log level has changed')
  })
}
