import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogLevel } from '../config/config.ts'

export type Log = FastifyBaseLogger

/** One JSON object a line on standard error; standard output is for the person at the terminal. */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
