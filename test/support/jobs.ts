import type { JobHandler, JobRegistration, JobType } from '../../src/platform/jobs/job'

/** The handler of one kind, for tests that run a job by hand. */
export const handlerOf = (
  registrations: readonly JobRegistration[],
  type: JobType<object>,
): JobHandler => registrations.find((one) => one.type === type)!.run
