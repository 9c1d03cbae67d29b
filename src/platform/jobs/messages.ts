import { defineMessages } from '../../platform/messages/message'

export const scheduleMessages = defineMessages('schedule', {
  wrong_form:
    'must have five parts (minute, hour, day, month, weekday), such as "0 3 * * *" for 3 a.m.',
  wrong_timezone: 'must be a time zone such as Europe/Berlin or UTC',
  never: 'this date never occurs',
  invalid: 'is not a valid schedule: {reason}',
})

export const jobMessages = defineMessages('jobs', {
  failed: 'The task failed: {detail}',
  process_ended: 'The process that ran this task ended unexpectedly',
  process_ended_repeatedly:
    'The process that ran this task ended unexpectedly three times in a row. Check the log and the available memory, then try again.',
})

export const jobLogMessages = defineMessages('jobs.log', {
  lease_expired: 'job lease expired',
  failed: 'job failed permanently',
  retrying: 'job failed, will retry',
  notify_failed: 'failed to notify other processes',
  worker_ended: 'worker process ended unexpectedly',
  worker_frozen: 'killed unresponsive worker process',
  find_failed: 'failed to poll for jobs',
  recover_failed: 'failed to recover jobs from exited worker process',
  claim_failed: 'failed to claim jobs',
  store_failed: 'failed to store job result',
  renew_failed: 'failed to renew job leases',
  load_schedules_failed: 'failed to load schedules',
  start_schedule_failed: 'failed to start scheduled job',
})
