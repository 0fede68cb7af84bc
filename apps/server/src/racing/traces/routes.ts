import { lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { parseLapReferences } from '@pitboard/contract/comparison/lap-reference'
import { lapSuggestions } from '@pitboard/contract/comparison/suggested-laps'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { contentTag, setAnswerTag } from '../../platform/http/etags.ts'
import { setAttachmentHeader } from '../../platform/http/headers.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { acceptsGzip, gzip } from '../../platform/http/compression.ts'
import { getRecordedSession } from '../sessions/store/session-queries.ts'
import { compareLaps } from './compare-laps.ts'
import { describeLaps, describeTrace, traceTable } from './describe-laps.ts'
import { findTrace, hasTraceJob, listTraces } from './stored-traces.ts'
import { suggestLaps } from './suggest-laps.ts'
import { addTraceQueue } from './trace-jobs.ts'

/** Serves laps of recorded sessions and their traces (docs/lap-traces.md). */
export function registerTraces(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  addTraceQueue(context)

  route(app, lapTraces.laps, async ({ params: { sessionId: id }, request, reply }) => {
    const session = await getRecordedSession(db, id)
    // The job is looked up before the traces: a job that ends in between has left them.
    const isPending = await hasTraceJob(db, id)
    const laps = describeLaps(session, await listTraces(db, id), isPending)
    if (setAnswerTag(request, reply, contentTag(JSON.stringify(laps)))) return reply.send()
    return laps
  })

  route(app, lapTraces.trace, async ({ params, query, request, reply }) => {
    const { sessionId: id, driverIdx, lapNum } = params
    const { format = 'json' } = query
    const session = await getRecordedSession(db, id)
    const stored = await findTrace(db, { sessionId: id, driverIdx, lapNum })
    const trace = stored && describeTrace(session, params, stored)
    if (!trace) {
      throw new ApiError(404, `Lap ${lapNum} of car ${driverIdx} in session ${id} has no trace.`)
    }
    // Thousands of numbers: they are not checked against the schema one by one.
    const json = JSON.stringify(trace)
    if (setAnswerTag(request, reply, contentTag(`${format} ${json}`))) return reply.send()
    if (format === 'json') return reply.type('application/json; charset=utf-8').send(json)
    const day = session.sessionStartTime.slice(0, 10)
    setAttachmentHeader(reply, `${session.trackName} ${day} ${trace.name} lap ${lapNum}`, 'csv')
    return reply.type('text/csv; charset=utf-8').send(toCsv(traceTable(trace)))
  })

  route(app, lapComparisons.compare, async ({ query, request, reply }) => {
    const json = JSON.stringify(await compareLaps(db, parseLapReferences(query.laps)))
    if (setAnswerTag(request, reply, contentTag(json))) return reply.send()
    reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
    if (!acceptsGzip(request)) return reply.send(json)
    return reply.header('content-encoding', 'gzip').send(await gzip(json))
  })

  route(app, lapSuggestions.find, async ({ query, user }) => {
    const [reference] = parseLapReferences(query.lap)
    if (!reference) throw new ApiError(400, 'The parameter `lap` names no lap.')
    return suggestLaps(db, reference, user?.userId ?? null)
  })
}
