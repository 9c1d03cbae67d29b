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
  process_ended: 'The process that ran this task ended unexpectedly.',
  process_ended_repeatedly:
    'The process that ran this task ended unexpectedly three times in a row. Check the log and the memory of the machine, then try again.',
})
