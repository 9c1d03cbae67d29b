import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { recountLabelsJob } from './model'
import { recountLabels } from './recount-labels'

export const labelJobs = (ctx: Context): JobRegistration[] => [
  handleJob(recountLabelsJob, () => recountLabels(ctx)),
]
