/** It has the uploads that this server reads, or has read lately, by their ids. */
export interface KnownJobs<Job> {
  /** A later attempt at an upload takes the place of the one before. */
  add(job: Job): void
  get(id: string): Job | undefined
  /** Forgets a job; a later attempt with the same id stays. */
  forget(job: Job): void
  /** Forgets a job after the time for which a result is known. */
  forgetLater(job: Job): void
}

/** Creates a store of jobs; `knownMs` is how long the result of an upload is known here after its end. */
export function createKnownJobs<Job extends { readonly id: string }>(
  knownMs: number,
): KnownJobs<Job> {
  const jobs = new Map<string, Job>()
  const forget = (job: Job) => {
    if (jobs.get(job.id) === job) jobs.delete(job.id)
  }
  return {
    add: (job) => void jobs.set(job.id, job),
    get: (id) => jobs.get(id),
    forget,
    forgetLater: (job) => void setTimeout(() => forget(job), knownMs).unref(),
  }
}
