import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { sendDueNews, type SendContext } from './deliver'
import { sendNotificationsJob } from './model'

export const notificationJobs = (ctx: SendContext): JobRegistration[] => [
  handleJob(sendNotificationsJob, (job, signal) => sendDueNews(ctx, job, signal)),
]
