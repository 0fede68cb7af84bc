import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogLevel } from '../config/config.ts'
import { DatabaseAwayError } from './errors.ts'
import { createLogDestination } from './log-destination.ts'

export type Log = FastifyBaseLogger

const STANDARD_ERROR = 2
/** The log library has this number for the level. */
const DEBUG = 20

/**
 * Writes one JSON object a line on standard error; standard output is for the person at the terminal. A log that cannot
 * be written loses lines and has no other consequence.
 */
export function createLog(
  level: LogLevel,
  /** Every line has these fields. */
  base: Readonly<Record<string, unknown>> | null = null,
): Log {
  return pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      hooks: {
        logMethod(args, method, level) {
          const isKnown = level > DEBUG && isAboutDatabaseAway(args[0])
          if (!isKnown) method.apply(this, args)
          else this.debug(...args)
        },
      },
    },
    createLogDestination(STANDARD_ERROR, (lines) => {
      const line = { level: 'warn', time: new Date().toISOString(), ...base, lines }
      return `${JSON.stringify({ ...line, msg: 'Lines of the log were lost: it could not be written' })}\n`
    }),
  )
}

function isAboutDatabaseAway(fields: unknown): boolean {
  return (
    typeof fields === 'object' &&
    fields !== null &&
    'err' in fields &&
    fields.err instanceof DatabaseAwayError
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
