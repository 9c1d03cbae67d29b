import type { JobHandler, JobRegistration, JobType } from '../../src/platform/jobs/job'

/** Returns the handler of a job type, for tests that run a job directly. */
export const findJobHandler = (
  registrations: readonly JobRegistration[],
  type: JobType<object>,
): JobHandler => registrations.find((registration) => registration.type === type)!.run
